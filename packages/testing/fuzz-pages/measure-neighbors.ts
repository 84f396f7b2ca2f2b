import { eventually } from '../src/eventually.ts';
import { type FuzzBench, openFuzzBench } from './fuzz-bench.ts';
import { type NeighborPage, neighborPages } from './neighbor-pages.ts';

export type NeighborResult = {
  kind: string;
  /** Milliseconds from the request for an ordinary capture to its settlement, alone and alongside the hostile page. */
  alone: number[];
  beside: number[];
  /** Number of ordinary captures that failed or needed more than one attempt. */
  lost: number;
  /** How the captures of the hostile page ended: `captured` or a failure code. */
  outcomes: string[];
};

const attempts = 3;
const ordinarySettings = { width: 1_280, height: 800 } as const;

/**
 * Measures ordinary captures, alternately alone and alongside each kind of hostile page. The worker has two slots.
 * @param alone number of ordinary captures before each hostile page
 * @param captures number of ordinary captures during each hostile page
 * @param deadlineSeconds the deadline of a capture, which limits how long a hostile page can run
 * @param cancel cancels the hostile page after the ordinary captures
 */
export async function measureNeighbors(options: {
  rounds: number;
  alone: number;
  captures: number;
  deadlineSeconds: number;
  cancel: boolean;
}): Promise<NeighborResult[]> {
  const { rounds, alone, captures, deadlineSeconds, cancel } = options;
  const bench = await openFuzzBench({ deadlineSeconds, attempts });
  try {
    const pages = neighborPages(bench.places);
    const results = pages.map(
      ({ kind }): NeighborResult => ({ kind, alone: [], beside: [], lost: 0, outcomes: [] }),
    );
    // Warm-up: launches both browsers.
    await Promise.all([captureOrdinary(bench), captureOrdinary(bench)]);
    for (let round = 0; round < rounds; round += 1)
      for (const [at, page] of pages.entries()) {
        const result = results[at]!;
        for (let n = 0; n < alone; n += 1) result.alone.push((await captureOrdinary(bench)).totalMs);
        const id = await startHostile(bench, page, deadlineSeconds);
        for (let n = 0; n < captures; n += 1) {
          const { totalMs, status, attempt } = await captureOrdinary(bench);
          result.beside.push(totalMs);
          if (status !== 'SUCCESS' || attempt !== 1) result.lost += 1;
        }
        // The API responds with 409 if the capture of the page has already ended.
        if (cancel) await bench.system.client.request('POST', `/screenshots/${id}/cancel`);
        const [hostile] = await bench.settled([id]);
        result.outcomes.push(hostile!.failureCode ?? 'captured');
      }
    return results;
  } finally {
    await bench.close();
  }
}

async function captureOrdinary(bench: FuzzBench) {
  const [capture] = await bench.settled([await bench.request(bench.site.ordinaryUrl, ordinarySettings)]);
  return capture!;
}

/** Requests a capture of a hostile page and returns its ID once the page has started. */
async function startHostile(bench: FuzzBench, page: NeighborPage, deadlineSeconds: number): Promise<number> {
  const { site } = bench;
  const begun = site.started();
  // The delay keeps the page running for 10 s or until an earlier deadline.
  const delay = Math.min(10, deadlineSeconds);
  const id = await bench.request(site.publishDocument(page.path, page.html), {
    width: 320,
    height: 240,
    delay,
  });
  await eventually(() => site.started() > begun, { what: `the page of ${page.kind} to begin` });
  return id;
}
