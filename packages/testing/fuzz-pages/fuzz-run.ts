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
/** Time limit for a worker to release what a batch used. */
const releaseMs = 10_000;
const ordinarySettings = { width: 320, height: 240 } as const;

export type Violation = { seed: number; pages: number[]; what: string };

export type FuzzReport = {
  pages: number;
  captured: number;
  /** Number of failed captures by failure code. */
  failures: Record<string, number>;
  violations: Violation[];
  workerExits: number;
  /** The largest resident memory of the worker in bytes. */
  peakMemoryBytes: number;
  /** The longest time from a claim to the settlement, in milliseconds. */
  longestMs: number;
  /** Resources of the worker after the first and after the last batch. */
  first: WorkerResources | null;
  last: WorkerResources | null;
};

export type FuzzOptions = {
  seed: number;
  /** The numbers of the pages. The run ends when there are no more. */
  numbers: Iterable<number>;
  only?: readonly string[];
  deadlineSeconds: number;
  limits: Limits;
  log: (line: string) => void;
};

/** Captures generated pages and checks the invariants. After a violation, the run continues with a new system. */
export async function fuzzPages(options: FuzzOptions): Promise<FuzzReport> {
  const run = new FuzzRun(options);
  try {
    let batch: number[] = [];
    for (const number of options.numbers) {
      batch.push(number);
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
  /** Pages that the current system has captured. */
  #captured: number[] = [];

  constructor(options: FuzzOptions) {
    this.#options = options;
  }

  async captureBatch(numbers: readonly number[]): Promise<void> {
    const found = await this.#checkBatch(numbers);
    this.report.pages += numbers.length;
    if (found.length === 0) return;
    await this.close();
    const culprits = numbers.length === 1 ? [] : await this.#findCulprits(numbers);
    const alone = culprits.length > 0;
    for (const { pages, what } of alone ? culprits : found.map((what) => ({ pages: [...numbers], what }))) {
      this.report.violations.push({ seed: this.#options.seed, pages, what });
      this.#options.log(`VIOLATION seed ${this.#options.seed} page ${pages.join(' with ')}: ${what}`);
    }
  }

  /** Captures each page of a batch alone, each with a new system. */
  async #findCulprits(numbers: readonly number[]): Promise<{ pages: number[]; what: string }[]> {
    const culprits: { pages: number[]; what: string }[] = [];
    for (const number of numbers) {
      const found = await this.#checkBatch([number]);
      culprits.push(...found.map((what) => ({ pages: [number], what })));
      if (found.length > 0) await this.close();
    }
    return culprits;
  }

  /** Returns the violated invariants. */
  async #checkBatch(numbers: readonly number[]): Promise<string[]> {
    const { seed, only = [], limits, deadlineSeconds } = this.#options;
    const bench = await this.#open();
    const { resources: before, image } = this.#baseline!;
    const [worker] = bench.system.workers;
    const pid = worker!.pid() ?? 0;
    const exits = worker!.exits.length;
    const lastLine = worker!.lines.at(-1);
    const pages = numbers.map((number) => generatePage(seed, number, { places: bench.places, only }));
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
      ...exited.map(
        ({ code, signal }) => `the worker exited (${signal ?? code}): ${lastMessages(worker!.lines)}`,
      ),
      ...captures.flatMap((capture, at) =>
        checkCapture(capture, deadlineSeconds, limits).map((what) => `page ${pages[at]!.number}: ${what}`),
      ),
      ...ordinary.flatMap((capture) => checkOrdinary(capture, image)),
      ...checkCanaries(bench),
      ...checkPeakMemory(peakBytes, limits),
      ...checkLogLines(worker!.lines, lastLine, pages.length + ordinary.length, limits),
    );
    if (exited.length === 0) found.push(...(await this.#checkResources(bench, before)));
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

  /** Checks the resources after the worker has had time to release what the batch used. */
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

  /** The running system, or a new one with warm browsers. */
  async #open(): Promise<FuzzBench> {
    if (this.#bench) return this.#bench;
    const { seed, deadlineSeconds } = this.#options;
    const bench = await openFuzzBench({ seed, deadlineSeconds });
    this.#bench = bench;
    const [first] = await this.#captureOrdinary(bench);
    await this.#captureOrdinary(bench);
    this.#baseline = { image: first?.image ?? null, resources: await bench.resources() };
    return bench;
  }

  /** Stops the worker in order and checks what it leaves. */
  async stop(): Promise<void> {
    if (!this.#bench) return;
    for (const what of checkStopped(await this.#bench.stopWorker())) {
      this.report.violations.push({ seed: this.#options.seed, pages: this.#captured, what });
      this.#options.log(`VIOLATION seed ${this.#options.seed}: ${what}`);
    }
  }

  async close(): Promise<void> {
    const bench = this.#bench;
    this.#bench = null;
    await bench?.close();
  }
}

const lastMessages = (lines: readonly { msg: string }[]) =>
  lines
    .slice(-8)
    .map((line) => JSON.stringify(line).slice(0, 400))
    .join('\n');
