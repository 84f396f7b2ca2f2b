// Builds apps/dashboard if its sources have changed since the last build.
import { buildIfChanged } from './build-if-changed.js';

buildIfChanged({
  part: 'dashboard',
  folder: 'apps/dashboard/dist',
  inputs: [
    ...['index.html', 'package.json', 'vite.config.ts', 'build', 'src'].map(
      (path) => `apps/dashboard/${path}`,
    ),
    'packages/client/src',
    'packages/contracts/src',
    'scripts/bundled-licenses.ts',
    // Changes when a library is updated.
    'pnpm-lock.yaml',
  ],
  command: [
    'apps/dashboard/node_modules/vite/bin/vite.js',
    ...['build', 'apps/dashboard', '--logLevel', 'warn'],
  ],
});
