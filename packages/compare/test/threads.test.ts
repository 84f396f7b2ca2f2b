import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { eventually } from '@shotclock/testing';
import { expect, test } from 'vitest';
import { compareHtml, compareImages, compareTexts, comparisonLimits } from '../src/index.ts';
import { renderTextPage, withFiles } from './images.fixture.ts';

const { signal } = new AbortController();

/** Returns random words determined by `seed`. */
function randomWords(characters: number, seed: number, vocabulary: number): string {
  let state = seed;
  const words: string[] = [];
  for (let length = 0; length < characters; length += words.at(-1)!.length + 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    words.push(Math.floor((state / 2 ** 32) * vocabulary).toString(36));
  }
  return words.join(' ').slice(0, characters);
}

/** Returns the number of this process's running worker threads. */
function countThreads(): number {
  const report: { workers: object[] } = JSON.parse(JSON.stringify(process.report.getReport()));
  return report.workers.length;
}

/** Returns the longest time in ms for which the event loop was blocked during `work`. */
async function longestStall(work: Promise<unknown>): Promise<number> {
  let longest = 0;
  let over = false;
  const done = work.finally(() => {
    over = true;
  });
  for (let last = performance.now(); !over; ) {
    await sleep(5);
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }
  await done;
  return longest;
}

test.each([
  ['words', 1e9, compareTexts, ' ', 0.99],
  ['the same few words in a different order', 30, compareTexts, ' ', 0.3],
  ['lines', 1e9, compareHtml, '\n', 0.99],
] as const)(
  '1 MB of %s is compared within a minute, without blocking the event loop',
  async (_name, vocabulary, compare, separator, minRatio) => {
    const [baseline, current] = [1, 2].map((seed) =>
      randomWords(1_000_000, seed, vocabulary).replaceAll(' ', separator),
    );
    const started = performance.now();
    const work = compare(baseline!, current!, { threshold: 0.1, signal });
    const stall = await longestStall(work);
    const { changed, ratio, diff } = await work;
    expect(changed).toBe(true);
    expect(ratio).toBeGreaterThan(minRatio);
    expect(diff!.body.length).toBeLessThan(comparisonLimits.patchCharacters + 1_000);
    expect(diff!.body.toString()).toMatch(/^--- baseline\n\+\+\+ current\n@@ -1,/);
    // This is far longer than usual, but far shorter than an unlimited diff would take (minutes).
    const took = performance.now() - started;
    expect(took).toBeLessThan(60_000);
    expect(stall).toBeLessThan(took / 2);
  },
  120_000,
);

test('texts longer than the limit fail with too_large without starting a thread', async () => {
  const long = 'x'.repeat(comparisonLimits.characters + 1);
  await expect(compareTexts(long, '', { threshold: 0, signal })).rejects.toMatchObject({ code: 'too_large' });
  expect(await compareTexts(long, long, { threshold: 0, signal })).toMatchObject({ ratio: 0 });
});

test('a comparison whose signal has already aborted rejects immediately', async () => {
  const options = { threshold: 0, masks: [], signal: AbortSignal.abort() };
  await expect(compareTexts('a', 'b', options)).rejects.toMatchObject({ code: 'aborted' });
  await expect(compareImages({ baseline: '', current: '' }, options)).rejects.toMatchObject({
    code: 'aborted',
  });
});

test('a signal that aborts during the comparison ends the comparison and its thread', async () => {
  const controller = new AbortController();
  const [baseline, current] = [1, 2].map((seed) => randomWords(2_000_000, seed, 30));
  await compareTexts('a', 'b', { threshold: 0, signal });
  // Includes the idle thread, which the next comparison uses.
  const before = countThreads();
  const work = compareTexts(baseline!, current!, { threshold: 0, signal: controller.signal });
  controller.abort(new Error('lease lost'));
  await expect(work).rejects.toMatchObject({ code: 'aborted', cause: { message: 'lease lost' } });
  await eventually(() => countThreads() < before, { what: 'the thread to exit' });
});

test('consecutive comparisons share a thread, and concurrent ones do not wait for each other', async () => {
  const compare = (current: string) => compareTexts('a', current, { threshold: 0, signal });
  const concurrent = await Promise.all(['a\nb', 'a\nc', 'a\nd', 'a\ne'].map(compare));
  for (const [index, { diff }] of concurrent.entries())
    expect(diff!.body.toString()).toContain(`+${'bcde'[index]}`);
  const before = countThreads();
  for (const word of ['f', 'g', 'h']) {
    expect((await compare(`a\n${word}`)).diff!.body.toString()).toContain(`+${word}`);
    expect(countThreads()).toBeLessThanOrEqual(before);
  }
});

test('an idle thread does not keep its process running', async () => {
  const program = `const { compareTexts } = await import(${JSON.stringify(import.meta.resolve('../src/index.ts'))});
    await compareTexts('a', 'b', { threshold: 0, signal: new AbortController().signal });
    process.on('exit', () => console.log(process.report.getReport().workers.length));`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...['--conditions=@shotclock/source', '--input-type=module', '--eval', program],
  ]);
  expect(Number(stdout)).toBe(1);
});

test('comparisons that are aborted at different times do not affect later comparisons', async () => {
  const [baseline, current] = [await renderTextPage('Before'), await renderTextPage('After')];
  await withFiles({ baseline, current }, async (files) => {
    const codes = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        compareImages(files, {
          threshold: 0,
          masks: [],
          signal: AbortSignal.timeout(10 + index * 25),
        }).then(
          () => 'done',
          ({ code }) => code,
        ),
      ),
    );
    for (const code of codes) expect(code).toBeOneOf(['done', 'aborted']);
    expect((await compareImages(files, { threshold: 0, masks: [], signal })).changed).toBe(true);
  });
});
