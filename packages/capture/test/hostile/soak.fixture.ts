import { readdir, readFile, readlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { processTreeMemory } from '../../src/browser/process-usage.ts';
import { openHostileBench } from './hostile-bench.fixture.ts';

/** A realistic mix: mostly ordinary pages, some that fail, and a few that crash or block their browser. */
const ordinary = [
  '/normal',
  '/scripts',
  '/web-font',
  '/animations',
  '/nodes-10000',
  '/sticky',
  '/lazy',
  '/cookies',
];
const failing = [
  '/attachment',
  '/reset',
  '/redirect-loop',
  '/no-content',
  'tls:bad-certificate',
  '/pdf',
  '/popups',
  '/alert',
];
const harmful = ['/busy', '/deep', '/out-of-memory', '/never-ending-style', '/microtasks'];

const processes = 2;

/** Every fifth page fails, and every thirtieth is harmful. */
const pathOf = (index: number): string =>
  (index % 30 === 14
    ? harmful[Math.floor(index / 30) % harmful.length]
    : index % 5 === 4
      ? failing[Math.floor(index / 5) % failing.length]
      : ordinary[index % ordinary.length])!;

export type SoakReport = {
  captured: number;
  failed: number;
  browsers: number;
  /** Memory of the browser in bytes after a capture: medians of the first and the last quarter. */
  browserMemory: { first: number; last: number };
  /** Resident memory of this process in bytes: medians of the first and the last quarter. */
  ownMemory: { first: number; last: number };
  /** Processes, files and sockets that exist at the end but did not exist at the start. */
  left: { processes: string[]; files: string[]; sockets: string[] };
};

/** Takes `count` captures of mixed pages, two at a time, and reports leaks and memory usage. Linux only. */
export async function soak(count: number): Promise<SoakReport> {
  const before = { files: await temporaryFiles(), sockets: await openSockets() };
  const pids = new Set<number>();
  const note = (details: object) => {
    if ('browserPid' in details) pids.add(Number(details.browserPid));
  };
  const bench = await openHostileBench({
    processes,
    logger: { debug: note, info: note, warn: note, error: note },
  });
  const browser: number[] = [];
  const own: number[] = [];
  let captured = 0;
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < count; index = next++) {
      const settings = { waitUntilTimeoutMs: 1_000, fullPage: index % 7 === 0, extractText: true };
      const outcome = await bench.outcome(pathOf(index), settings, 4_000);
      if (outcome instanceof Error) continue;
      captured += 1;
      const running = await Promise.all([...pids].map((pid) => processTreeMemory(pid, 0)));
      browser.push(Math.max(...running.map((bytes) => bytes ?? 0)));
      own.push(process.memoryUsage.rss());
    }
  };
  await Promise.all([lane(), lane()]);
  // A killed browser may exit after all other captures have ended. It is replaced when its slot is used again, while
  // short captures may all run in the other slot.
  for (let pair = 0; pids.size <= processes && pair < 50; pair += 1)
    await Promise.all([1, 2].map(() => bench.outcome('/normal', {}, 20_000)));
  await bench.close();
  return {
    captured,
    failed: count - captured,
    browsers: pids.size,
    browserMemory: quarters(browser),
    ownMemory: quarters(own),
    left: {
      processes: await processesOf(pids),
      files: [...(await temporaryFiles())].filter((name) => !before.files.has(name)),
      sockets: [...(await openSockets())].filter((name) => !before.sockets.has(name)),
    },
  };
}

function quarters(values: number[]): { first: number; last: number } {
  const quarter = Math.max(1, Math.floor(values.length / 4));
  return { first: median(values.slice(0, quarter)), last: median(values.slice(-quarter)) };
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

/** Profiles of this process's browsers. */
async function temporaryFiles(): Promise<Set<string>> {
  const names = await readdir(tmpdir());
  return new Set(
    names.filter(
      (name) => name.startsWith('shotclock-browser-') && name.includes(`-${process.pid.toString(36)}-`),
    ),
  );
}

/** Sockets of this process, and the connections to its child processes. */
async function openSockets(): Promise<Set<string>> {
  const descriptors = await readdir('/proc/self/fd');
  const targets = await Promise.all(
    descriptors.map((descriptor) => readlink(`/proc/self/fd/${descriptor}`).catch(() => '')),
  );
  return new Set(targets.filter((target) => target.startsWith('socket:')));
}

/** Returns the command and state of the processes in these browsers' groups, and of zombie children of this process. */
async function processesOf(browsers: Set<number>): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      const [state, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const ours = browsers.has(Number(group)) && state !== 'Z';
      const zombie = state === 'Z' && Number(parent) === process.pid;
      return ours || zombie ? [stat.slice(0, 60)] : [];
    }),
  );
  return found.flat();
}
