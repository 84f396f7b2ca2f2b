/** `pnpm fuzz`: runs the API's fuzz test for longer, with a random seed or with the seed of a run to repeat. */
import { randomInt } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startVitest } from 'vitest/node';
import type { FuzzSettings } from './fuzz.fixture.ts';

const { values } = parseArgs({
  options: { seed: { type: 'string' }, runs: { type: 'string' }, path: { type: 'string' } },
});

const settings: FuzzSettings = {
  runs: parseInteger('runs', values.runs ?? '20000'),
  seed: parseInteger('seed', values.seed ?? String(randomInt(2 ** 31))),
  ...(values.path === undefined ? {} : { path: values.path }),
};
console.log(`${settings.runs} requests from seed ${settings.seed}`);
const vitest = await startVitest('test', ['test/fuzz/fuzz.system.test.ts'], {
  root: fileURLToPath(new URL('../..', import.meta.url)),
  watch: false,
  reporters: ['default'],
  provide: { fuzz: settings },
});
await vitest.close();

function parseInteger(name: string, text: string): number {
  if (/^-?\d{1,10}$/.test(text)) return Number(text);
  console.error(`--${name} must be an integer`);
  process.exit(2);
}
