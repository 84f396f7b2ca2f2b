// Checks that every command in the documents exists and accepts the documented options. readme-programs.system.test.ts
// runs the commands of the README's tour.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { processEnv } from '@shotclock/runtime';
import { bundledApps } from '@shotclock/testing';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
type Manifest = { name: string; scripts?: Record<string, string> };
const manifest: Manifest = JSON.parse(read('package.json'));
const packages = new Map(
  globSync('{apps,packages}/*/package.json', { cwd: root }).map((file) => {
    const content: Manifest = JSON.parse(read(file));
    return [content.name, content];
  }),
);
const composeServices = Object.keys(parse(read('docker-compose.yml')).services);
/** Services whose image contains the `shotclock` command. */
const ownServices = ['api', 'scheduler', 'migrate'];

/** The programs that the npm package starts. */
const npmPrograms = ['start', 'api', 'scheduler', 'worker', 'migrate'];

const shellBlocks = (text: string) => [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block!);
/** Whether a text is a command of this project. Other commands, such as `curl` and `tar`, are not checked. */
const isCommand = (text: string) => /^(npx |pnpm |docker compose |node |shotclock |bench:|\.ci\/)/.test(text);
const withoutVariablesAndComment = (line: string) =>
  line.replace(/^([A-Z_]+=\S+ )+/, '').replace(/ +#.*$/, '');

/** Returns the project's commands in a document's `sh` blocks and code spans. */
function commandsIn(text: string): string[] {
  const lines = shellBlocks(text).flatMap((block) => block.trim().split('\n'));
  const spans = text.replaceAll(/^```.*?^```$/gms, '').matchAll(/`([^`\n]+)`/g);
  return [...lines, ...[...spans].map(([, span]) => span!)].map(withoutVariablesAndComment).filter(isCommand);
}

/** Returns the reason why a command cannot work, or null if it works. */
function problemOf(command: string): string | null {
  const [program, ...args] = command
    .replace(/^npx pnpm@12( |$)/, 'pnpm ')
    .replace(/^npx shotclock( |$)/, 'shotclock ')
    .trim()
    .split(/ +/);
  if (program === 'pnpm') return pnpmProblem(args);
  if (program === 'shotclock') return shotclockProblem(args);
  if (program === 'docker') return composeProblem(args.join(' '));
  // pnpm runs TypeScript with the project's Node.js. The documented minimum cannot.
  if (program === 'node' && args.some((arg) => arg.endsWith('.ts')))
    return 'Node.js 20 does not run TypeScript';
  if (program === 'node')
    return existsSync(join(root, args[0]!)) ? optionProblem(args[0]!, args) : `no file ${args[0]}`;
  if (program!.startsWith('bench:')) return scriptProblem(program!, args);
  if (program === 'npx') return 'npx runs a program other than pnpm@12';
  accessSync(join(root, program!), constants.X_OK);
  return null;
}

function pnpmProblem([command, ...args]: string[]): string | null {
  const [target, script] = args;
  if (command === undefined || command === 'install') return null;
  if (command === 'exec')
    return existsSync(join(root, 'node_modules/.bin', target!)) ? null : `no program ${target}`;
  if (command === '--dir')
    return existsSync(join(root, target!, 'pnpm-lock.yaml')) ? null : `no lockfile in ${target}`;
  if (command === '--filter')
    return packages.get(target!)?.scripts?.[script!] ? null : `no script ${script} in ${target}`;
  if (command === 'shotclock') return shotclockProblem(args);
  return scriptProblem(command, args);
}

/** Returns the reason why the command line does not accept the arguments, by the help of their command; null if it accepts them. */
function shotclockProblem(args: string[]): string | null {
  // `shotclock …` stands for all commands. The npm package also starts programs.
  if (args.length === 0 || ['…', ...npmPrograms].includes(args[0]!)) return null;
  const { stdout } = spawnSync(process.execPath, [join(root, 'apps/cli/src/main.ts'), ...args, '--help'], {
    env: { ...processEnv(), ...bundledApps() },
    encoding: 'utf8',
  });
  const [, usage, rest] = /^Usage: shotclock ((?:[a-z]+ )*)(.*)/.exec(stdout) ?? [];
  const names = usage?.trim().split(' ') ?? [];
  const next = args[names.length] ?? '';
  const isGroup = rest?.includes('[command]');
  if (usage === '' || args.slice(0, names.length).join(' ') !== names.join(' '))
    return `no command ${args[0]}`;
  if (isGroup && /^[a-z]+$/.test(next)) return `no command ${next} in ${names.join(' ')}`;
  const unknown = args.find((arg) => /^--?[a-z]/.test(arg) && !stdout.includes(` ${arg.split('=')[0]}`));
  return unknown === undefined ? null : `${names.join(' ')} has no option ${unknown}`;
}

function scriptProblem(name: string, args: string[]): string | null {
  const script = manifest.scripts?.[name];
  if (!script) return `no script ${name}`;
  // scripts/dev.ts passes its options on to standalone. Some benchmarks build the dashboard first.
  const [, program] =
    /^(?:node \S+\.js && )?node (?:--conditions=\S+ )?(\S+\.ts)/.exec(
      name === 'dev' ? manifest.scripts!.start! : script,
    ) ?? [];
  if (program) return optionProblem(program, args);
  if (name === 'db:generate') return drizzleProblem(args);
  return args.some((arg) => arg.startsWith('--')) ? `${name} takes no options` : null;
}

/** Returns the reason why drizzle-kit does not accept the options, by its help; null if it accepts them. */
function drizzleProblem(args: string[]): string | null {
  const folder = join(root, 'packages/db');
  const [program, ...command] = packages.get('@shotclock/db')!.scripts!.generate!.split(' ');
  const { stdout } = spawnSync(join(folder, 'node_modules/.bin', program!), [...command, '--help'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const unknown = args.filter((arg) => arg.startsWith('--') && !stdout.includes(`  ${arg} `));
  return unknown.length === 0 ? null : `${program} has no option ${unknown.join(', ')}`;
}

/** Returns the reason why a program of this project does not accept the options in `args`, or null if it accepts them. */
function optionProblem(program: string, args: string[]): string | null {
  const options = optionsOf(program);
  const problems = args.flatMap((arg) => {
    const [, name, value] = /^--([^=]+)(=.*)?$/.exec(arg) ?? [];
    if (name === undefined) return [];
    const type = options.get(name);
    if (type === undefined) return [`has no option --${name}`];
    if (type === 'next') return [];
    return type === (value === undefined ? 'boolean' : 'string') ? [] : [`cannot read ${arg}`];
  });
  return problems.length === 0 ? null : `${program} ${problems.join(' and ')}`;
}

/** Returns a program's file and the files that it imports by relative path. */
function modulesOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, path] of read(file).matchAll(/from '(\.[^'$]+)'/g))
    modulesOf(join(dirname(file), path!), found);
  return found;
}

/**
 * Returns the types of the options that a program, or a module that it imports, declares for `parseArgs` or commander.
 * `next` means that the value can be the next argument.
 */
function optionsOf(program: string): Map<string, string> {
  const sources = [...modulesOf(program)].map(read);
  const parsed = sources
    .filter((source) => source.includes('parseArgs('))
    .flatMap((source) => [...source.matchAll(/([a-z][a-z-]*)'?: \{ type: '(boolean|string)'/g)])
    .map(([, name, type]): [string, string] => [name!, type!]);
  const commander = sources
    .flatMap((source) => [...source.matchAll(/\.(?:option|requiredOption)\('--([a-z-]+)( <)?/g)])
    .map(([, name, value]): [string, string] => [name!, value ? 'next' : 'boolean']);
  return new Map([...parsed, ...commander]);
}

function composeProblem(args: string): string | null {
  const [, shotclock] = /^compose run --rm (?:--no-deps )?(?:-v \S+ )?cli (.+)$/.exec(args) ?? [];
  if (shotclock) return shotclockProblem(shotclock.split(' '));
  const exec = /^compose exec (?:-T )?(?<service>[a-z]+) (?<program>\S+)/.exec(args)?.groups;
  if (exec) {
    if (!composeServices.includes(exec.service!)) return `no service ${exec.service}`;
    return exec.program === 'shotclock' || !ownServices.includes(exec.service!)
      ? null
      : `no program ${exec.program}`;
  }
  const match =
    /^compose (?:--profile [a-z]+ )?up(?: --build)?(?: -d)?(?: --wait)?(?: --scale (?<scaled>[a-z]+)=\d+)?(?<started>(?: [a-z]+)*)$/.exec(
      args,
    );
  if (!match) return 'unknown form of `docker compose`';
  const { scaled = '', started = '' } = match.groups!;
  const missing = `${scaled} ${started}`.match(/[a-z]+/g)?.find((one) => !composeServices.includes(one));
  return missing === undefined ? null : `no service ${missing}`;
}

/** Returns the anchors of a document's headings, as GitHub generates them. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

const documents = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md'], { cwd: root });

describe.each(documents)('%s', (file) => {
  const text = read(file);

  test('contains only commands that exist', () => {
    const problems = commandsIn(text).map((command) => [command, problemOf(command)]);
    expect(problems.filter(([, problem]) => problem !== null)).toEqual([]);
  });

  test('links only to files and headings that exist', () => {
    const links = [...text.matchAll(/\]\((?!http)([^)#\s]*)(?:#([^)\s]+))?\)/g)];
    const broken = links.filter(([, link, heading]) => {
      const target = link === '' ? file : join(dirname(file), link!);
      if (!existsSync(join(root, target))) return true;
      return heading !== undefined && !anchorsOf(read(target)).includes(heading);
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });
});

test('a command with an option that its program does not accept is reported', () => {
  expect(problemOf('pnpm chaos --seed=2026 --only=worker-killed')).toBeNull();
  expect(problemOf('pnpm chaos --sed=2026')).toBe('packages/testing/chaos/main.ts has no option --sed');
  expect(problemOf('pnpm fuzz:pages --print=1')).toBe(
    'packages/testing/fuzz-pages/main.ts cannot read --print=1',
  );
  expect(problemOf('pnpm dev --inspect=api')).toBeNull();
  expect(problemOf('pnpm lint --fix')).toBe('lint takes no options');
});

test('a TypeScript program that Node.js runs without pnpm is reported', () => {
  expect(problemOf('node --inspect apps/standalone/src/main.ts')).toBe('Node.js 20 does not run TypeScript');
});

test('a Shotclock command that does not exist is reported', () => {
  expect(problemOf('shotclock key create --name x --scopes read')).toBeNull();
  expect(problemOf('npx pnpm@12 shotclock keys list')).toBe('no command keys');
  expect(problemOf('shotclock key lost')).toBe('no command lost in key');
  expect(problemOf('shotclock key list --all')).toBe('key list has no option --all');
});

test('a service or command that Compose does not have is reported', () => {
  expect(problemOf('docker compose up -d --wait postgres --scale')).toBe('unknown form of `docker compose`');
  expect(problemOf('docker compose up -d --wait postgres redis')).toBe('no service redis');
  expect(problemOf('docker compose run --rm -v ./backup:/backup cli backups /backup')).toBe(
    'no command backups',
  );
});

test("the README's shell blocks contain only commands of this project, and those that another test runs", () => {
  // `readme-programs.system.test.ts` runs the commands with `$A`.
  const blocks = shellBlocks(read('README.md')).filter((block) => !block.includes('$A/'));
  const lines = blocks.flatMap((block) => block.trim().split('\n'));
  expect(lines.filter((line) => !isCommand(withoutVariablesAndComment(line)))).toEqual([]);
  expect(commandsIn(read('README.md'))).toEqual(
    expect.arrayContaining(['npx pnpm@12 start', 'npx pnpm@12 test']),
  );
});

test('`pnpm start` starts the program that the tests start', () => {
  expect(manifest.scripts?.start).toBe('node apps/standalone/src/main.ts');
});
