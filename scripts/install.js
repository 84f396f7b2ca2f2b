// Installs missing dependencies before a script runs. `pnpm start` does not need devDependencies, so without --dev, they are
// installed only if they were installed before. This file is JavaScript, because it may run on Node 20 before Node 24 is
// installed.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const modifiedAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

const hasDevDependencies = existsSync('node_modules/vitest');
const wantsDevDependencies = hasDevDependencies || process.argv.includes('--dev');
// pnpm may contact the registry even if everything is installed, so without this check, `start` could fail offline.
const isCurrent = modifiedAt('node_modules/.modules.yaml') > modifiedAt('pnpm-lock.yaml');

if (!isCurrent || wantsDevDependencies !== hasDevDependencies) {
  const scope = wantsDevDependencies ? [] : ['--prod'];
  const { status } = spawnSync('pnpm', ['install', '--frozen-lockfile', ...scope], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  process.exitCode = status ?? 1;
}
