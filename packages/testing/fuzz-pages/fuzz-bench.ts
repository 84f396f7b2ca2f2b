// A system with one worker that captures generated pages, and the tools for observing that worker.
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { LogLine } from '../chaos/app-process.ts';
import { createRandom } from '../chaos/random.ts';
import { type System, startSystem } from '../chaos/system.ts';
import { eventually } from '../src/eventually.ts';
import { type Canaries, startCanaries } from '../src/network/canaries.ts';
import { pageChannels } from '../src/sites/fixture-pages/channels.ts';
import type { Places } from './behavior.ts';
import { type FuzzSite, startFuzzSite } from './fuzz-site.ts';
import { type NameServer, startNameServer } from './name-server.ts';
import type { PageSettings } from './page-settings.ts';
import { measureWorker, type WorkerResources } from './worker-resources.ts';

/** Number of captures that the worker processes concurrently. */
export const concurrency = 2;
/** If a capture is not settled this long after its deadline, no process is handling it anymore, so the wait fails. */
const unsettledMs = 45_000;
/** How long the worker may take to collect garbage. */
const collectionMs = 500;

export type SettledCapture = {
  id: number;
  status: 'SUCCESS' | 'FAILED';
  failureCode: string | null;
  description: string | null;
  attempt: number;
  /** SHA-256 of the image. */
  image: string | null;
  /** Milliseconds from the last claim to the settlement. */
  durationMs: number;
  /** Milliseconds from the request to the settlement. */
  totalMs: number;
};

export type FuzzBench = {
  system: System;
  site: FuzzSite;
  canaries: Canaries;
  names: NameServer;
  places: Places;
  /** Requests a capture. */
  request(url: string, settings: PageSettings): Promise<number>;
  /** Resolves when the captures are settled. @throws Error if a capture is not settled within 45 s of its deadline */
  settled(ids: readonly number[]): Promise<SettledCapture[]>;
  /** The resources that the worker holds after garbage collection. */
  resources(): Promise<WorkerResources>;
  /** Stops the worker with SIGTERM, and returns the browser processes and temporary files that are left. */
  stopWorker(): Promise<WorkerResources>;
  close(): Promise<void>;
};

/** Canaries in addition to the canaries for a page's channels. */
const canaryNames = ['names', 'redirects', 'peers', 'quic'] as const;

export async function openFuzzBench(options: {
  deadlineSeconds: number;
  /** Maximum number of attempts for a capture; 1 by default. */
  attempts?: number;
  /** The value of BROWSER_MEMORY_MB; if omitted, the worker's default applies. */
  browserMemoryMb?: number | undefined;
}): Promise<FuzzBench> {
  const { deadlineSeconds, attempts = 1, browserMemoryMb } = options;
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (let next = closers.pop(); next; next = closers.pop()) await next();
  };
  const opened = <T extends { close(): Promise<unknown> }>(one: T) => {
    closers.push(() => one.close());
    return one;
  };
  try {
    const site = opened(await startFuzzSite());
    const names = opened(await startNameServer());
    const canaries = opened(await startCanaries([...Object.keys(pageChannels), ...canaryNames]));
    const system = opened(
      await startSystem({
        backend: 'postgres',
        length: 'long',
        random: createRandom(1),
        preload: [
          fileURLToPath(new URL('use-name-server.ts', import.meta.url)),
          fileURLToPath(new URL('collect-garbage.ts', import.meta.url)),
        ],
        env: {
          EGRESS_ALLOW: site.hostPort,
          NAME_SERVER_PORT: String(names.port),
          WORKER_CONCURRENCY: String(concurrency),
          ...(browserMemoryMb === undefined ? {} : { BROWSER_MEMORY_MB: String(browserMemoryMb) }),
          CAPTURE_DEADLINE_SECONDS: String(deadlineSeconds),
          CAPTURE_ATTEMPTS: String(attempts),
        },
      }),
    );
    const [worker] = system.workers;
    const temporaryFolder = join(system.folder, 'tmp');
    const browsers = new Set<number>();
    let lastLine: LogLine | undefined;
    const resources = (pid: number) => {
      const { lines } = worker!;
      for (const line of lines.slice(lastLine === undefined ? 0 : lines.lastIndexOf(lastLine) + 1))
        if (line.msg === 'browser process launched') browsers.add(Number(line.browserPid));
      lastLine = lines.at(-1);
      return measureWorker(pid, browsers, temporaryFolder);
    };
    return {
      system,
      site,
      canaries,
      names,
      places: { canaryPorts: canaries.ports, domain: 'fuzz.test' },
      request: async (url, settings) => (await system.client.capture({ url, ...settings })).id,
      settled: (ids) =>
        settled(system, ids, deadlineSeconds * 1_000 * Math.ceil(ids.length / concurrency) + unsettledMs),
      async resources() {
        const pid = worker!.pid();
        if (pid === undefined) return resources(0);
        process.kill(pid, 'SIGUSR2');
        await delay(collectionMs);
        return resources(pid);
      },
      async stopWorker() {
        const pid = worker!.pid() ?? 0;
        await worker!.stop();
        return resources(pid);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function settled(
  { sql }: System,
  ids: readonly number[],
  timeoutMs: number,
): Promise<SettledCapture[]> {
  const isSettled = async () => {
    const [row] = await sql<{ left: number }[]>`
      select count(*)::int as left from screenshots where id in ${sql(ids)} and status = 'PENDING'`;
    return row!.left === 0;
  };
  await eventually(isSettled, { timeoutMs, what: 'all captures of the batch to be settled' });
  const rows = await sql<(Omit<SettledCapture, 'id'> & { id: string })[]>`
    select id, status, failure_code as "failureCode", description, attempt, image, coalesce((
      select extract(epoch from ended.at - began.at)::float * 1000 from chaos.status_changes ended, lateral (
        select at from chaos.status_changes where screenshot_id = ended.screenshot_id and status = 'PROCESSING' and id < ended.id
        order by id desc limit 1
      ) began
      where ended.screenshot_id = screenshots.id and ended.status in ('SUCCESS', 'FAILED') order by ended.id desc limit 1
    ), 0) as "durationMs", (
      select extract(epoch from max(at) - min(at))::float * 1000 from chaos.status_changes where screenshot_id = screenshots.id
    ) as "totalMs"
    from screenshots where id in ${sql(ids)} order by id`;
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}
