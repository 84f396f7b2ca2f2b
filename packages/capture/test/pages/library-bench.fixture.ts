import { createHash } from 'node:crypto';
import { parseEgressAllow } from '@shotclock/egress';
import {
  type LibraryPage,
  type PageChange,
  startLibrarySite,
  testSandbox,
  treeCpuMs,
} from '@shotclock/testing';
import { createBrowserSupervisor } from '../../src/index.ts';
import { browserPath, captureRequest, decodeImage } from '../capture-bench.fixture.ts';

export type LibraryCapture = {
  image: Buffer;
  hash: string;
  notes: string[];
  /** Faults in the image and the notes; empty if both are correct. */
  faults: string[];
  wallMs: number;
  /** CPU time of the browser's processes. 0 on systems other than Linux. */
  cpuMs: number;
};

/** Starts the library site and a supervisor with one browser that may connect to it. */
export async function openLibraryBench() {
  const site = await startLibrarySite();
  let browserPid = 0;
  const note = (details: object) => {
    if ('browserPid' in details) browserPid = Number(details.browserPid);
  };
  const supervisor = createBrowserSupervisor({
    executablePath: await browserPath(),
    sandbox: testSandbox(),
    isolation: 'auto',
    processes: 1,
    allow: parseEgressAllow(site.hostPort),
    logger: { debug: note, info: note, warn: note, error: note },
  });
  await supervisor.start();
  /** Faults by page and image, because most captures of a page are identical. */
  const known = new Map<string, string[]>();
  const faultsOf = async (page: LibraryPage, image: Buffer, hash: string) => {
    const key = `${page.path} ${hash}`;
    const faults = known.get(key) ?? page.faults(await decodeImage(image));
    known.set(key, faults);
    return faults;
  };
  const cpu = () => (browserPid === 0 ? 0 : treeCpuMs(browserPid));
  return {
    /** Captures the whole page as a PNG. */
    async capture(page: LibraryPage, change: PageChange | null = null): Promise<LibraryCapture> {
      const url = site.url(change === null ? page.path : `${page.path}?change=${change}`);
      const request = captureRequest(url, { viewport: page.viewport, fullPage: true });
      const [cpuBefore, pid] = [await cpu(), browserPid];
      const startedAt = performance.now();
      using capture = await supervisor.capture(request, {
        signal: new AbortController().signal,
        deadlineMs: 90_000,
      });
      const wallMs = performance.now() - startedAt;
      const { image, notes } = capture;
      const hash = createHash('sha256').update(image).digest('hex');
      return {
        ...{ image, notes, wallMs, hash },
        faults: [...(await faultsOf(page, image, hash)), ...noteFaults(page, notes)],
        // If the capture started its own browser, the CPU time includes the start of the browser.
        cpuMs: (await cpu()) - (pid === browserPid ? cpuBefore : 0),
      };
    },
    async close() {
      await supervisor.close();
      await site.close();
    },
  };
}
export type LibraryBench = Awaited<ReturnType<typeof openLibraryBench>>;

function noteFaults({ note, toleratedNote }: LibraryPage, notes: string[]): string[] {
  const isKnown = (one: string) => note?.test(one) || toleratedNote?.test(one);
  const isExpected = notes.every(isKnown) && (note === null || notes.some((one) => note.test(one)));
  return isExpected ? [] : [`its notes are ${JSON.stringify(notes)} instead of ${note ?? 'none'}`];
}
