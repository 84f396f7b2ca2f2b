import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBrowser } from '@shotclock/capture';
import { testBrowser } from '@shotclock/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Screen, screens } from '../visual/screens.ts';
import { type Comparison, type Suite, startSuite } from '../visual/start-suite.ts';
import { startSystem } from './system.fixture.ts';

const failures = fileURLToPath(new URL('../visual/failures', import.meta.url));
/** Browsers other than the bundled one render text and lines differently. */
const isBundled = /[\\/]chromium-[\d.]+-x64[\\/]/.test(await findBrowser(testBrowser()));

let suite: Suite;
beforeAll(async () => {
  if (isBundled) suite = await startSuite(startSystem);
});
afterAll(() => suite?.stop());

describe.runIf(isBundled)('with the bundled browser', () => {
  test.concurrent.each(screens)('$name looks like its baseline', async (screen) => {
    const comparison = await suite.compare(screen);
    if (!comparison.changed) return;
    const files = await keep(screen, comparison);
    expect.fail(
      `${(100 * comparison.ratio).toFixed(3)} % of the pixels differ: ${files.join(', ')}. If that is intended: pnpm visual:update ${screen.name}`,
    );
  });

  test.concurrent('a single additional letter in a field makes a screen differ from its baseline', async () => {
    const [schedules] = screens.filter(({ name }) => name === 'schedules');
    const { changed } = await suite.compare({ ...schedules!, path: '/schedules?name=e' }, schedules);
    expect(changed).toBe(true);
  });
});

async function keep({ name }: Screen, { image, difference }: Comparison): Promise<string[]> {
  await mkdir(failures, { recursive: true });
  const files = { [`${name}.png`]: image, ...(difference && { [`${name}-difference.png`]: difference }) };
  for (const [file, content] of Object.entries(files)) await writeFile(join(failures, file), content);
  return Object.keys(files).map((file) => `apps/dashboard/visual/failures/${file}`);
}
