import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** The folder that contains docker-compose.yml and the Dockerfile. It is also the build context. */
export const root = new URL('../../../', import.meta.url);

type Service = {
  image?: string;
  build?: string;
  command?: string[];
  entrypoint?: string[];
  volumes?: string[];
  environment?: Record<string, string>;
  ports?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test?: string[]; disable?: boolean };
  restart?: string;
  profiles?: string[];
  stop_grace_period?: string;
  container_name?: string;
  hostname?: string;
  cap_add?: string[];
  mem_limit?: string;
  logging?: { driver: string; options: Record<string, string> };
};

type Stage = {
  name: string;
  from: string;
  instructions: { name: string; text: string }[];
};

const read = (name: string) => readFileSync(new URL(name, root), 'utf8');

/** `${NAME:-default}`, or `${NAME-default}`, in which an empty variable also replaces the default. A default can contain a variable. */
const variable = /\$\{(\w+)(:?-)((?:[^{}]|\{[^{}]*\})*)\}/g;

/** The variables that docker-compose.yml reads, with their defaults. */
export function readVariables(): { name: string; fallback: string }[] {
  const found = read('docker-compose.yml').matchAll(variable);
  return [...found].map(([, name, , fallback]) => ({ name: name!, fallback: fallback! }));
}

/** Returns the services as Compose interprets them with the given environment. */
export function readCompose(env: Record<string, string> = {}): Record<string, Service> {
  const interpolate = (text: string): string =>
    text.replace(variable, (_, name: string, operator: string, fallback: string) => {
      const value = operator === ':-' ? env[name] || undefined : env[name];
      return value ?? interpolate(fallback);
    });
  const reviver = (_: unknown, value: unknown) =>
    typeof value === 'string' ? interpolate(value).replaceAll('$$', '$') : value;
  return parse(read('docker-compose.yml'), reviver, { merge: true }).services;
}

/** The image that stages start from by default, as an argument of the Dockerfile determines. */
export function baseImage(argument: 'BASE' | 'POSTGRES'): string {
  return new RegExp(`^ARG ${argument}=(\\S+)$`, 'm').exec(read('Dockerfile'))?.[1] ?? '';
}

export function readStages(): Stage[] {
  const stages: Stage[] = [];
  const lines = read('Dockerfile')
    .replace(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n');
  for (const line of lines.filter(Boolean)) {
    const [name = '', ...words] = line.split(/\s+/);
    if (name === 'ARG' && stages.length === 0) continue;
    if (name === 'FROM') stages.push({ from: words[0]!, name: words[2]!, instructions: [] });
    else stages.at(-1)!.instructions.push({ name, text: words.join(' ') });
  }
  return stages;
}

/** Returns the instructions with this name in the stage and its base stages, in the order in which they run. */
export function instructionsOf(stage: string, name: string): string[] {
  const found = readStages().find((candidate) => candidate.name === stage);
  if (!found) return [];
  const own = found.instructions.filter((instruction) => instruction.name === name);
  return [...instructionsOf(found.from, name), ...own.map(({ text }) => text)];
}

/** Whether .dockerignore excludes a path, which the last pattern that matches the path or a parent folder determines. */
export function isIgnored(path: string): boolean {
  const parts = path.split('/');
  const paths = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
  let ignored = false;
  for (const line of read('.dockerignore').split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const pattern = patternOf(line.replace(/^!/, ''));
    if (paths.some((candidate) => pattern.test(candidate))) ignored = !line.startsWith('!');
  }
  return ignored;
}

/** Unlike Node's globs, Docker's `*` also matches hidden names. */
function patternOf(glob: string): RegExp {
  const wildcards: Record<string, string> = { '**/': '(?:.*/)?', '*': '[^/]*', '.': '\\.' };
  return new RegExp(`^${glob.replace(/\*\*\/|[*.]/g, (part) => wildcards[part] ?? part)}$`);
}
