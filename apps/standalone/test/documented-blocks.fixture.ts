// Assigns each command and each block of code in the documents to the test that runs it, or to the reason why none does.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A line of a shell block, or a whole block in another language. */
type Snippet = { file: string; language: string; code: string };
/** `runBy`: a test file. `notRun`: why no test runs it; `documented-commands.test.ts` checks that its options exist. */
type Rule = { file: RegExp; language: RegExp; code: RegExp } & ({ runBy: string } | { notRun: string });

const tour = 'apps/standalone/test/readme-programs.system.test.ts';
const programs = 'apps/standalone/test/documented-programs.system.test.ts';
const blocks = 'apps/standalone/test/documented-blocks.test.ts';
const packed = 'apps/npm/test/packed.system.test.ts';
const shell = /^(sh|bash)$/;
/** Output without a language. */
const none = /^$/;
const any = /^/;
const inRepository = /^(CONTRIBUTING|docs\/.*)\.md$/;

export const rules: Rule[] = [
  { file: /^README\.md$/, language: shell, code: /^A=|\$A\//, runBy: tour },
  { file: /^README\.md$/, language: none, code: any, runBy: tour },
  { file: /^(README|packages\/client\/README)\.md$/, language: /^ts$/, code: any, runBy: tour },
  { file: /^packages\/client\/README\.md$/, language: none, code: any, runBy: tour },
  { file: /^docs\/alerts\.md$/, language: shell, code: /^(curl|key=|\{ printf) ?/, runBy: tour },
  {
    file: /^(README|docs\/(cli|operations))\.md$/,
    language: shell,
    code: /\bshotclock [a-z]+|^docker compose run/,
    runBy: programs,
  },
  { file: /^docs\/cli\.md$/, language: /^json$/, code: /"mcpServers"/, runBy: programs },
  { file: /^docs\/alerts\.md$/, language: /^ts$/, code: /verifyWebhook/, runBy: programs },
  { file: /^docs\/operations\.md$/, language: shell, code: /^(LINK_SECRETS|SECRETS_KEYS)=/, runBy: blocks },
  { file: /^docs\/operations\.md$/, language: /^sql$/, code: /^alter database/, runBy: blocks },
  { file: /^docs\/operations\.md$/, language: shell, code: /^docker run --security-opt/, runBy: blocks },
  { file: /^docs\/scale\.md$/, language: shell, code: /^pgbench /, runBy: blocks },
  {
    file: /^docs\/operations\.md$/,
    language: /^ini$/,
    code: /^ignore_startup_parameters/,
    runBy: 'packages/queue/test/pgbouncer.test.ts',
  },
  { file: /^apps\/npm\/README\.md$/, language: shell, code: /^npx shotclock$/, runBy: packed },
  {
    file: /^packages\/client\/README\.md$/,
    language: shell,
    code: /^npm install/,
    runBy: 'packages/client/test/packed.system.test.ts',
  },

  {
    file: /^README\.md$/,
    language: shell,
    code: /^(SMTP_URL=.* )?npx pnpm@12 start$/,
    notRun: 'runs until it is stopped; the tour starts the same program, with SMTP_URL and ALERT_FROM',
  },
  {
    file: /^(README|CONTRIBUTING|docs\/faults)\.md$/,
    language: shell,
    code: /^npx pnpm@12 (--filter \S+ )?test$/,
    notRun: 'runs the tests, of which this is one',
  },
  {
    file: /^CONTRIBUTING\.md$/,
    language: shell,
    code: /^npx pnpm@12 install$/,
    notRun: 'installs the dependencies of this checkout; every test needs it',
  },
  {
    file: /^CONTRIBUTING\.md$/,
    language: shell,
    code: /^npx pnpm@12 dev\b/,
    notRun: 'runs until it is stopped; dev.system.test.ts starts it',
  },
  {
    file: /^CONTRIBUTING\.md$/,
    language: shell,
    code: /vitest run/,
    notRun: 'runs tests, with another browser, without fonts or with a debugger',
  },
  {
    file: /^docs\/faults\.md$/,
    language: shell,
    code: /^npx pnpm@12 (chaos|fuzz:pages)\b/,
    notRun: 'takes minutes to hours; tests run the same faults and pages, fewer of them',
  },
  {
    file: inRepository,
    language: shell,
    code: /^npx pnpm@12 (bench:|--dir bench install)/,
    notRun: 'measures for minutes, or downloads Lighthouse',
  },
];

const documents = globSync(['*.md', 'docs/**/*.md', '{apps,packages}/*/README.md'], { cwd: root });

/** Lines without their comments and continuation marks. */
const linesOf = (block: string): string[] =>
  block
    .replaceAll(/\\\n\s*/g, '')
    .trim()
    .split('\n')
    .map((line) => line.replace(/ +# .*$/, ''));

/** All commands and blocks of code in the documents. */
export const snippets: Snippet[] = documents.flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/^```(\w*)\n(.*?)^```$/gms)].flatMap(
    ([, language = '', block = '']) =>
      (shell.test(language) ? linesOf(block) : [block]).map((code) => ({ file, language, code })),
  ),
);

export const rulesFor = ({ file, language, code }: Snippet): Rule[] =>
  rules.filter((rule) => rule.file.test(file) && rule.language.test(language) && rule.code.test(code));

/** The code in the documents that a test file must run. */
export const snippetsRunBy = (test: string): Snippet[] =>
  snippets.filter((snippet) => rulesFor(snippet).some((rule) => 'runBy' in rule && rule.runBy === test));
