// Runs Lighthouse on the overview for docs/performance.md: `pnpm bench:lighthouse [--schedules=N] [--rounds=N]`. Lighthouse itself is
// installed in `bench/`, outside the workspace, because only this benchmark needs it.
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { freePort } from '@shotclock/embedded';
import { launchBrowser } from '../test/browser.fixture.ts';
import { spawnSystem, stopDemo } from '../test/spawn-system.fixture.ts';
import { seed, startAlertReceiver } from '../test/system.fixture.ts';

type Report = { scores: Record<string, number>; metrics: Record<string, string>; findings: string[] };
type RunLighthouse = (url: string, device: 'phone' | 'desktop', port: number) => Promise<Report>;

const { values } = parseArgs({
  options: {
    schedules: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '3' },
  },
});
const log = (line: string) => process.stderr.write(`${line}\n`);
const folder = new URL('../../../bench/', import.meta.url);
if (!existsSync(new URL('node_modules/lighthouse/package.json', folder))) {
  log('Lighthouse is not installed. Install it with: npx pnpm@12 --dir bench install');
  process.exit(1);
}
const { runLighthouse } = (await import(new URL('run-lighthouse.ts', folder).href)) as {
  runLighthouse: RunLighthouse;
};

const receiver = await startAlertReceiver();
const system = await spawnSystem({ LOG_LEVEL: 'error', ...receiver.env });
const port = await freePort();
const browser = await launchBrowser([`--remote-debugging-port=${port}`]);
try {
  await seed(system, receiver);
  log(`creating ${values.schedules} schedules`);
  for (let n = 1; n <= Number(values.schedules); n += 1)
    await system.client.schedules.create({
      name: `Product page ${n}`,
      schedule: { type: 'CRON', cronExpression: `${n % 60} ${n % 24} * * 1-5` },
      items: [{ url: `https://example.com/products/${n}` }],
    });
  // Captures must not start while Lighthouse is measuring.
  await stopDemo(system);
  const findings = new Set<string>();
  for (let round = 0; round < Number(values.rounds); round += 1)
    for (const device of ['desktop', 'phone'] as const) {
      const report = await runLighthouse(`${system.origin}/`, device, port);
      const row = [device, ...Object.values(report.scores), ...Object.values(report.metrics)];
      if (round === 0 && device === 'desktop') printHead(report);
      for (const finding of report.findings) findings.add(`${device}: ${finding}`);
      console.log(`| ${row.join(' | ')} |`);
    }
  for (const finding of findings) log(finding);
} finally {
  await browser.close();
  await system.stop();
  await receiver.close();
}

function printHead({ scores, metrics }: Report): void {
  const names = [...Object.keys(scores), ...Object.keys(metrics)];
  console.log(`| device | ${names.join(' | ')} |`);
  console.log(`| --- |${' --: |'.repeat(names.length)}`);
}
