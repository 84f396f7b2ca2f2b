// Installs what is missing: `prestart` the dependencies, and the devDependencies only where they are installed already;
// `pretest` (--dev) both. It is JavaScript because it runs before Node 24 is installed, under Node 20 or newer.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';

const modifiedAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

const hasDevDependencies = existsSync('node_modules/vitest');
const wantsDevDependencies = hasDevDependencies || process.argv.includes('--dev');
// An up-to-date installation is not checked by pnpm, which may ask the registry: `start` works offline.
const isCurrent = modifiedAt('node_modules/.modules.yaml') > modifiedAt('pnpm-lock.yaml');

if (!isCurrent || wantsDevDependencies !== hasDevDependencies) {
  const { status } = spawnSync('pnpm', ['install', ...(wantsDevDependencies ? [] : ['--prod'])], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  process.exitCode = status ?? 1;
}
