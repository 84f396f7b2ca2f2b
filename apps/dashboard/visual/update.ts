// Recaptures the baselines of the visual regression suite: `pnpm visual:update [NAME…]`.
import { mkdir, writeFile } from 'node:fs/promises';
import { spawnSystem } from '../test/spawn-system.fixture.ts';
import { screens } from './screens.ts';
import { baselineOf, startSuite } from './start-suite.ts';

const names = process.argv.slice(2);
const unknown = names.filter((name) => !screens.some((screen) => screen.name === name));
if (unknown.length > 0) {
  process.stderr.write(
    `There is no screen ${unknown.join(', ')}. Screens: ${screens.map(({ name }) => name).join(', ')}\n`,
  );
  process.exit(1);
}
const suite = await startSuite((env) => spawnSystem({ LOG_LEVEL: 'error', ...env }));
try {
  await mkdir(new URL('baselines/', import.meta.url), { recursive: true });
  const asked = screens.filter(({ name }) => names.length === 0 || names.includes(name));
  for (const screen of asked) {
    await writeFile(baselineOf(screen), await suite.capture(screen));
    console.log(screen.name);
  }
} finally {
  await suite.stop();
}
