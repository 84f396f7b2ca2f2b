// Measures frames of the history screen for docs/performance.md: `pnpm bench:filmstrip [--captures=N] [--rounds=N] [--trace=FOLDER]`.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launchBrowser, type OpenedPage, openPage } from '../test/browser.fixture.ts';
import { spawnSystem } from '../test/spawn-system.fixture.ts';
import { type FilledItem, fillItem } from './fill-item.ts';
import { measureFrames } from './measure-frames.ts';
import { type Scenario, scenarios } from './scenarios.ts';

const { values } = parseArgs({
  options: {
    captures: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
    trace: { type: 'string' },
  },
});
const log = (line: string) => process.stderr.write(`${line}\n`);
const ms = (value: number) => value.toFixed(1);

const system = await spawnSystem({ LOG_LEVEL: 'error' });
const browser = await launchBrowser();
try {
  log(`inserting ${values.captures} captures`);
  const item = await fillItem(system, Number(values.captures));
  const opened = await openPage(browser, system.origin);
  console.log(
    '| what the user does | frames | median, ms | longest, ms | over 50 ms | longest task, ms | over 50 ms | most CPU time, ms |',
  );
  console.log('| --- | --: | --: | --: | --: | --: | --: | --: |');
  for (let round = 0; round < Number(values.rounds); round += 1)
    for (const [name, scenario] of Object.entries(scenarios)) await measure(opened, item, name, scenario);
} finally {
  await browser.close();
  await system.stop();
}

async function measure(
  { page, untilIdle }: OpenedPage,
  item: FilledItem,
  name: string,
  { address, act }: Scenario,
): Promise<void> {
  await page.goto(address(item));
  await untilIdle();
  const { trace, count, slow, longTasks, ...times } = await measureFrames(browser, page, () => act(page));
  const { median, longest, longestTask, longestCpu } = times;
  const row = [name, count, ms(median), ms(longest), slow, ms(longestTask), longTasks, ms(longestCpu)];
  console.log(`| ${row.join(' | ')} |`);
  if (values.trace === undefined) return;
  await mkdir(values.trace, { recursive: true });
  await writeFile(join(values.trace, `${name.replaceAll(/\W+/g, '-')}.json`), trace);
}
