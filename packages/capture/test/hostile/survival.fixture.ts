import { expect } from 'vitest';
import { CaptureError } from '../../src/index.ts';
import { type HostileBench, showsMark } from './hostile-bench.fixture.ts';
import type { HostileCase } from './hostile-outcomes.fixture.ts';

/** Maximum time between the deadline and the release of the slot, on a busy machine. */
const graceMs = 15_000;
/** Deadline of an ordinary capture on a busy machine. The capture may have to launch a browser. */
const ordinaryMs = 30_000;

/** If the page never comes to rest, the speed of the machine determines whether this note is present. */
const restlessNote = /^The page was still (?:moving|loading after \d+ s)\.$/;

/** Time limit of one case in milliseconds. */
export const caseMs = 120_000;

/** Checks that a case has the expected outcome, meets its deadline, and does not affect the next capture. */
export async function survives(
  bench: HostileBench,
  { path, settings = {}, deadlineMs = 20_000, outcomes, notes = [], optionalNotes = [], check }: HostileCase,
) {
  const started = performance.now();
  const outcome = await bench.outcome(path, { format: 'jpeg', ...settings }, deadlineMs);
  expect(performance.now() - started, 'the capture ends in time').toBeLessThan(deadlineMs + graceMs);
  if (outcome instanceof CaptureError) {
    expect(outcome.code, outcome.message).toBeOneOf([...outcomes]);
    expect(outcome.message, 'a sentence').toMatch(/^[A-Z0-9].+\.$/s);
  } else {
    expect((await showsMark(outcome.image)) ? 'captured' : 'captured without mark').toBeOneOf([...outcomes]);
    // Notes are checked only if there is a single possible outcome.
    if (outcomes.length === 1) {
      const certain = outcome.notes.filter(
        (note) =>
          notes.some((expected) => expected.test(note)) ||
          ![restlessNote, ...optionalNotes].some((optional) => optional.test(note)),
      );
      expect(certain).toEqual(notes.map((note) => expect.stringMatching(note)));
    }
    if (check) expect(outcome, 'the capture shows what the case expects').toSatisfy(check);
  }
  const { image } = await bench.capture('/normal', {}, ordinaryMs);
  expect(await showsMark(image), 'the next capture shows its page').toBe(true);
}

/** Rows for `test.each`: the path, the outcomes, and the case. */
export const named = (cases: HostileCase[]) =>
  cases.map((one) => [one.path, one.outcomes.join(' or '), one] as const);
