import { parseEgressAllow } from '@shotclock/egress';
import { startConsentSite, testBrowser, testSandbox, treeCpuMs } from '@shotclock/testing';
import { createBrowserSupervisor, findBrowser } from '../src/index.ts';
import { captureRequest } from '../test/capture-bench.fixture.ts';

// `pnpm bench:consent [pairs] [path]`: captures a small page without a banner, and a second one that also has a frame,
// alternately with and without `cookieBanners`. Reports how much CPU time the option adds in the browser and this process,
// whose heap grows as in the worker.
const pairs = Number(process.argv[2] ?? 20);
const site = await startConsentSite();
let browserPid = 0;
const note = (details: object) => {
  if ('browserPid' in details) browserPid = Number(details.browserPid);
};
const supervisor = createBrowserSupervisor({
  executablePath: await findBrowser(testBrowser()),
  sandbox: testSandbox(),
  isolation: 'auto',
  processes: 1,
  allow: parseEgressAllow(site.hostPort),
  resolve: async () => ['127.0.0.1'],
  logger: { debug: note, info: note, warn: note, error: note },
  limits: { captures: 100_000 },
});
await supervisor.start();

async function measure(path: string, cookieBanners: 'keep' | 'reject' | 'accept') {
  const [before, own] = [await treeCpuMs(browserPid), process.cpuUsage()];
  const request = captureRequest(site.url(path), {
    viewport: { width: 1280, height: 800 },
    options: { cookieBanners },
  });
  using _capture = await supervisor.capture(request, {
    signal: new AbortController().signal,
    deadlineMs: 60_000,
  });
  const { user, system } = process.cpuUsage(own);
  return (await treeCpuMs(browserPid)) - before + (user + system) / 1_000;
}

const quantile = (values: number[], at: number) =>
  values.toSorted((one, other) => one - other)[Math.floor(at * (values.length - 1))]!;
const paths = ['/onetrust?banner=off', '/plain-frame'];
for (const path of process.argv[3] === undefined ? paths : [process.argv[3]])
  for (const action of ['reject', 'accept'] as const) {
    const added: number[] = [];
    const base: number[] = [];
    for (let i = -2; i < pairs; i += 1) {
      const [without, withOption] = [await measure(path, 'keep'), await measure(path, action)];
      if (i < 0) continue;
      base.push(without);
      added.push(withOption - without);
    }
    const [median, low, high] = [quantile(added, 0.5), quantile(added, 0.25), quantile(added, 0.75)];
    console.log(
      `${path} ${action}: ${median.toFixed(0)} ms more (quartiles ${low.toFixed(0)}, ${high.toFixed(0)}); without the option ${quantile(base, 0.5).toFixed(0)} ms`,
    );
  }
await supervisor.close();
await site.close();
