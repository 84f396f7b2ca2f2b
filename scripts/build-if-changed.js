import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Builds a part of the project if its sources have changed since the last build. `pnpm start`, `pnpm dev` and `pnpm test` do this
 * first, so if nothing has changed, it only compares a hash. This file is JavaScript, so that it can run with the same Node as
 * install.js; the build runs with the installed one. If the build fails, so does the process.
 * @param {{ part: string, folder: string, inputs: string[], command: string[] }} build `folder` is the output, `inputs` are the files
 *   and folders that the build reads, and `command` contains the arguments for Node; paths are relative to the root
 */
export function buildIfChanged({ part, folder, inputs, command }) {
  process.chdir(root);
  const stampFile = join(folder, '.built-from');
  const hash = hashOf(inputs);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash) return;
  process.stdout.write(`Building the ${part} …\n`);
  const installed = join('node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
  const node = existsSync(installed) ? installed : process.execPath;
  const { status } = spawnSync(node, command, {
    stdio: 'inherit',
    // Vitest sets NODE_ENV to `test`, which would make Vite include React's development build.
    // biome-ignore lint/style/noProcessEnv: the build inherits the environment
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status === 0) writeFileSync(stampFile, hash);
  process.exitCode = status ?? 1;
}

function hashOf(inputs) {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap(filesOf).sort())
    if (!file.includes('.test.')) hash.update(file).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

function filesOf(path) {
  if (statSync(path).isFile()) return [path];
  const names = readdirSync(path, { recursive: true });
  return names.map((name) => join(path, String(name))).filter((file) => statSync(file).isFile());
}
