import { expect } from 'vitest';
import { CaptureError } from '../src/index.ts';
import { type HostileBench, showsMark } from './hostile-bench.fixture.ts';
import type { HostileCase } from './hostile-outcomes.fixture.ts';

/** Maximum time after the deadline until the slot is free, on a busy machine. */
const graceMs = 15_000;
/** Deadline of an ordinary capture, which may have to launch a browser, on a busy machine. */
const ordinaryMs = 30_000;

/** Milliseconds that one case may take at most. */
export const caseMs = 90_000;

/** Holds a case to its outcome and its deadline, and the bench to an ordinary capture after it. */
export async function survives(
  bench: HostileBench,
  { path, settings = {}, deadlineMs = 20_000, becomes, notes = [], sees }: HostileCase,
) {
  const started = performance.now();
  const outcome = await bench.outcome(path, { format: 'jpeg', ...settings }, deadlineMs);
  expect(performance.now() - started, 'the capture ends in time').toBeLessThan(deadlineMs + graceMs);
  if (outcome instanceof CaptureError) {
    expect(outcome.code, outcome.message).toBeOneOf([...becomes]);
    expect(outcome.message, 'a sentence').toMatch(/^[A-Z0-9].+\.$/s);
  } else {
    expect((await showsMark(outcome.image)) ? 'captured' : 'captured without mark').toBeOneOf([...becomes]);
    // Where several things may come of a page, a note may be missing.
    if (becomes.length === 1) expect(outcome.notes).toEqual(notes.map((note) => expect.stringMatching(note)));
    if (sees) expect(outcome, 'what is seen of it').toSatisfy(sees);
  }
  const { image } = await bench.capture('/normal', {}, ordinaryMs);
  expect(await showsMark(image), 'the next capture shows its page').toBe(true);
}

/** Rows of a table of tests: a path, what it becomes, and the case. */
export const named = (cases: HostileCase[]) =>
  cases.map((one) => [one.path, one.becomes.join(' or '), one] as const);
