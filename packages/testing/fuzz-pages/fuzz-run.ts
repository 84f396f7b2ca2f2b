import type { LogLine } from '../chaos/app-process.ts';
import { eventually } from '../src/eventually.ts';
import { concurrency, type FuzzBench, openFuzzBench, type SettledCapture } from './fuzz-bench.ts';
import {
  checkCanaries,
  checkCapture,
  checkLogLines,
  checkOrdinary,
  checkPeakMemory,
  checkResources,
  checkStopped,
  type Limits,
} from './invariants.ts';
import { type FuzzPage, generatePage } from './page-generator.ts';
import { memoryOf, resetPeakMemory, type WorkerResources } from './worker-resources.ts';

/** Pages per batch. The invariants are checked after each batch. */
const batchSize = 2 * concurrency;
/** Time limit for a worker to release the resources that a batch used. */
const releaseMs = 10_000;
const ordinarySettings = { width: 320, height: 240 } as const;

export type PageId = { seed: number; number: number };
/** `pages` contains several pages if none of them violates the invariant alone. */
export type Violation = { pages: readonly PageId[]; what: string };

export type FuzzReport = {
  pages: number;
  captured: number;
  /** Number of failed captures, by failure code. */
  failures: Record<string, number>;
  violations: Violation[];
  workerExits: number;
  /** Peak resident memory of the worker, in bytes. */
  peakMemoryBytes: number;
  /** Maximum time from a claim to the settlement, in milliseconds. */
  longestMs: number;
  /** The resources of the worker after the first batch and after the last one. */
  first: WorkerResources | null;
  last: WorkerResources | null;
};

export type FuzzOptions = {
  /** The run ends after the last page. */
  pages: Iterable<PageId>;
  only?: readonly string[];
  deadlineSeconds: number;
  /** The value of BROWSER_MEMORY_MB; if omitted, the worker's default applies. */
  browserMemoryMb?: number;
  limits: Limits;
  log: (line: string) => void;
};

/** Captures generated pages and checks the invariants. After a violation, the run continues with a new system. */
export async function fuzzPages(options: FuzzOptions): Promise<FuzzReport> {
  const run = new FuzzRun(options);
  try {
    let batch: PageId[] = [];
    for (const page of options.pages) {
      batch.push(page);
      if (batch.length < batchSize) continue;
      await run.captureBatch(batch);
      batch = [];
    }
    if (batch.length > 0) await run.captureBatch(batch);
    await run.stop();
  } finally {
    await run.close();
  }
  return run.report;
}

class FuzzRun {
  readonly report: FuzzReport = {
    pages: 0,
    captured: 0,
    failures: {},
    violations: [],
    workerExits: 0,
    peakMemoryBytes: 0,
    longestMs: 0,
    first: null,
    last: null,
  };
  readonly #options: FuzzOptions;
  #bench: FuzzBench | null = null;
  #baseline: { image: string | null; resources: WorkerResources } | null = null;
  /** The pages that the current system has captured. */
  #captured: PageId[] = [];

  constructor(options: FuzzOptions) {
    this.#options = options;
  }

  async captureBatch(batch: readonly PageId[]): Promise<void> {
    const found = await this.#checkBatch(batch);
    this.report.pages += batch.length;
    if (found.length === 0) return;
    await this.close();
    const alone = batch.length === 1 ? [] : await this.#findCulprits(batch);
    this.#violate(alone.length > 0 ? alone : found.map((what) => ({ pages: batch, what })));
  }

  /** Captures the pages of a batch one by one, with a new system after each violation. */
  async #findCulprits(batch: readonly PageId[]): Promise<Violation[]> {
    const culprits: Violation[] = [];
    for (const page of batch) {
      const found = await this.#checkBatch([page]);
      culprits.push(...found.map((what) => ({ pages: [page], what })));
      if (found.length > 0) await this.close();
    }
    return culprits;
  }

  #violate(violations: readonly Violation[]): void {
    this.report.violations.push(...violations);
    for (const violation of violations) this.#options.log(violationText(violation));
  }

  /** Returns the violated invariants. */
  async #checkBatch(batch: readonly PageId[]): Promise<string[]> {
    const { only = [], limits, deadlineSeconds } = this.#options;
    const bench = await this.#open();
    const { resources: before, image } = this.#baseline!;
    this.#captured.push(...batch);
    const [worker] = bench.system.workers;
    const pid = worker!.pid() ?? 0;
    const exits = worker!.exits.length;
    const lastLine = worker!.lines.at(-1);
    const pages = batch.map((page) => generatePage(page, { places: bench.places, only }));
    await resetPeakMemory(pid);

    const found: string[] = [];
    const captures = await this.#capture(bench, pages).catch((error: Error) => {
      found.push(error.message);
      return [];
    });
    const ordinary = await this.#captureOrdinary(bench).catch((error: Error) => {
      found.push(`an ordinary page: ${error.message}`);
      return [];
    });
    this.#count(captures);
    const exited = worker!.exits.slice(exits);
    this.report.workerExits += exited.length;
    const { peakBytes } = await memoryOf(pid);
    this.report.peakMemoryBytes = Math.max(this.report.peakMemoryBytes, peakBytes);
    found.push(
      ...exited.map(({ code, signal }) => `the worker exited (${signal ?? code})`),
      ...captures.flatMap((capture, at) =>
        checkCapture(capture, deadlineSeconds, limits).map((what) => `page ${pages[at]!.number}: ${what}`),
      ),
      ...ordinary.flatMap((capture) => checkOrdinary(capture, image)),
      ...checkCanaries(bench),
      ...checkPeakMemory(peakBytes, limits),
      ...checkLogLines(worker!.lines, lastLine, pages.length + ordinary.length, limits),
    );
    if (exited.length === 0) found.push(...(await this.#checkResources(bench, before)));
    if (found.length > 0) found.push(`warnings of the worker: ${warningsSince(worker!.lines, lastLine)}`);
    return found;
  }

  async #capture(bench: FuzzBench, pages: readonly FuzzPage[]): Promise<SettledCapture[]> {
    const ids = await Promise.all(
      pages.map((page) => bench.request(bench.site.publish(page), page.settings)),
    );
    const byId = new Map((await bench.settled(ids)).map((capture) => [capture.id, capture]));
    return ids.map((id) => byId.get(id)!);
  }

  async #captureOrdinary(bench: FuzzBench): Promise<SettledCapture[]> {
    const urls = Array<string>(concurrency).fill(bench.site.ordinaryUrl);
    return bench.settled(await Promise.all(urls.map((url) => bench.request(url, ordinarySettings))));
  }

  /** Checks the resources once the worker has had time to release those that the batch used. */
  async #checkResources(bench: FuzzBench, before: WorkerResources): Promise<string[]> {
    let last = await bench.resources();
    let found = checkResources(last, before, this.#options.limits);
    const isReleased = async () => {
      if (found.length === 0) return true;
      last = await bench.resources();
      found = checkResources(last, before, this.#options.limits);
      return found.length === 0;
    };
    await eventually(isReleased, { timeoutMs: releaseMs, what: 'the worker to release its resources' }).catch(
      () => undefined,
    );
    this.report.first ??= last;
    this.report.last = last;
    return found;
  }

  #count(captures: readonly SettledCapture[]): void {
    for (const { failureCode, durationMs } of captures) {
      this.report.longestMs = Math.max(this.report.longestMs, durationMs);
      if (failureCode === null) this.report.captured += 1;
      else this.report.failures[failureCode] = (this.report.failures[failureCode] ?? 0) + 1;
    }
  }

  /** Returns the running system, or a new one with warm browsers. */
  async #open(): Promise<FuzzBench> {
    if (this.#bench) return this.#bench;
    const { deadlineSeconds, browserMemoryMb } = this.#options;
    const bench = await openFuzzBench({ deadlineSeconds, browserMemoryMb });
    this.#bench = bench;
    const [first] = await this.#captureOrdinary(bench);
    await this.#captureOrdinary(bench);
    this.#baseline = { image: first?.image ?? null, resources: await bench.resources() };
    return bench;
  }

  /** Shuts the worker down gracefully and checks for remaining processes and files. */
  async stop(): Promise<void> {
    if (!this.#bench) return;
    const pages = this.#captured;
    this.#violate(checkStopped(await this.#bench.stopWorker()).map((what) => ({ pages, what })));
  }

  async close(): Promise<void> {
    const bench = this.#bench;
    this.#bench = null;
    this.#captured = [];
    await bench?.close();
  }
}

/**
 * Formats the violation together with the command that reproduces it. If several pages violate an invariant only
 * together, there is one command per page.
 */
export function violationText({ pages, what }: Violation): string {
  const commands = pages
    .slice(0, 8)
    .map(({ seed, number }) => `pnpm fuzz:pages --seed=${seed} --page=${number}`);
  const more = pages.length > commands.length ? ` (and ${pages.length - commands.length} more pages)` : '';
  return `${what}\n  ${commands.join('\n  ')}${more}`;
}

const pinoWarning = 40;

/** The last log lines after `lastLine` whose level is `warn` or higher, shortened. */
function warningsSince(lines: readonly LogLine[], lastLine: LogLine | undefined): string {
  return lines
    .slice(lastLine ? lines.lastIndexOf(lastLine) + 1 : 0)
    .filter(({ level }) => Number(level) >= pinoWarning)
    .slice(-8)
    .map((line) => `\n    ${JSON.stringify(line).slice(0, 800)}`)
    .join('');
}
