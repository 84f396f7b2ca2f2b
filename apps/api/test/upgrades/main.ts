// `pnpm upgrades:record`: records the database of this version for upgrades.test.ts.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startVitest } from 'vitest/node';

const manifest = readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8');
const { version } = JSON.parse(manifest) as { version: string };
const vitest = await startVitest('test', ['test/upgrades/record.test.ts'], {
  root: fileURLToPath(new URL('../..', import.meta.url)),
  watch: false,
  reporters: ['default'],
  provide: { recordTo: fileURLToPath(new URL(`${version}.sql`, import.meta.url)) },
});
await vitest.close();
