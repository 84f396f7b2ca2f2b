// Builds apps/dashboard if its sources have changed since the last build. `pnpm start`, `pnpm dev` and `pnpm test` call this
// script first, so if nothing has changed, it only compares a hash. The script is JavaScript, so that it can run with the same
// Node as install.js.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const stampFile = 'apps/dashboard/dist/.built-from';

/** Includes the lockfile, which changes when a library is updated. */
const inputs = [
  ...['index.html', 'package.json', 'vite.config.ts', 'build', 'src'].map((path) => `apps/dashboard/${path}`),
  'packages/client/src',
  'packages/contracts/src',
  'pnpm-lock.yaml',
];

function filesOf(path) {
  if (statSync(path).isFile()) return [path];
  const names = readdirSync(path, { recursive: true });
  return names.map((name) => join(path, String(name))).filter((file) => statSync(file).isFile());
}

function hashOfInputs() {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap(filesOf).sort())
    if (!file.includes('.test.')) hash.update(file).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

const hash = hashOfInputs();
const isCurrent = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash;
if (!isCurrent) {
  process.stdout.write('Building the dashboard …\n');
  const installed = join('node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
  const node = existsSync(installed) ? installed : process.execPath;
  const { status } = spawnSync(
    node,
    ['apps/dashboard/node_modules/vite/bin/vite.js', 'build', 'apps/dashboard', '--logLevel', 'warn'],
    // Vitest sets NODE_ENV to `test`, which would make Vite include React's development build.
    // biome-ignore lint/style/noProcessEnv: the build inherits the environment
    { stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } },
  );
  if (status === 0) writeFileSync(stampFile, hash);
  process.exitCode = status ?? 1;
}
