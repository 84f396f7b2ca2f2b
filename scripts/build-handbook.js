// Builds apps/handbook if the documents or the files that they show have changed since the last build.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildIfChanged } from './build-if-changed.js';

const root = fileURLToPath(new URL('..', import.meta.url));

buildIfChanged({
  part: 'handbook',
  folder: 'apps/handbook/dist',
  inputs: [
    ...readdirSync(root).filter((name) => name.endsWith('.md')),
    ...['LICENSE', 'package.json', 'pnpm-lock.yaml', 'deploy', 'docs', 'packages/client/README.md'],
    ...['apps/handbook/src', 'apps/dashboard/src/colors.css', 'apps/dashboard/src/icon.svg'],
  ],
  command: ['apps/handbook/src/main.ts'],
});
