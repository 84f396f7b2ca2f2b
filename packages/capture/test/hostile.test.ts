import { readdir } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CaptureError } from '../src/index.ts';
import { type HostileBench, openHostileBench, showsMark } from './hostile-bench.fixture.ts';
import {
  answerCases,
  bombCases,
  contentCases,
  endlessCases,
  layoutCases,
  navigationCases,
  windowCases,
} from './hostile-cases.fixture.ts';
import type { HostileCase } from './hostile-outcomes.fixture.ts';

/** So long after a deadline a slot may stay taken, whatever the page did. */
const graceMs = 5_000;
/** A capture of an ordinary page, with a new browser when the last one was killed, on a busy machine. */
const ordinaryMs = 15_000;

let bench: HostileBench;
beforeAll(async () => {
  bench = await openHostileBench();
});
afterAll(() => bench.close());

async function survives({
  path,
  settings = {},
  deadlineMs = 20_000,
  becomes,
  notes = [],
  sees,
}: HostileCase) {
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

const named = (cases: HostileCase[]) =>
  cases.map((one) => [one.path, one.becomes.join(' or '), one] as const);

describe('windows, questions and wishes', () => {
  test.each(named(windowCases))('%s is %s', (_path, _outcome, one) => survives(one));
});
describe('navigations', () => {
  test.each(named(navigationCases))('%s is %s', (_path, _outcome, one) => survives(one));
});
describe('answers', () => {
  test.each(named(answerCases))('%s is %s', (_path, _outcome, one) => survives(one));

  test('a download leaves nothing on the disk', async () => {
    const folders = [tmpdir(), homedir(), join(homedir(), 'Downloads'), process.cwd()];
    const landed = async () => {
      const names = await Promise.all(folders.map((folder) => readdir(folder).catch(() => [])));
      const profiles = names[0]!.filter((name) => name.includes('shotclock-browser-'));
      const inside = profiles.map((name) =>
        readdir(join(tmpdir(), name), { recursive: true }).catch(() => []),
      );
      const files = [...names, ...(await Promise.all(inside))].flat();
      return files.filter((name) => /hostile-attachment|crdownload/.test(name));
    };
    for (const path of ['/attachment', '/attachment-frame', '/attachment-links'])
      await bench.outcome(path, { delayMs: 300 });
    expect(await landed()).toEqual([]);
  });
});
describe('answers and work without end', () => {
  test.each(named(endlessCases))('%s is %s', (_path, _outcome, one) => survives(one));
});
describe('bombs', () => {
  test.each(named(bombCases))('%s is %s', (_path, _outcome, one) => survives(one));
});
describe('sizes and places', () => {
  test.each(named(layoutCases))('%s is %s', (_path, _outcome, one) => survives(one));
});
describe('contents', () => {
  test.each(named(contentCases))('%s is %s', (_path, _outcome, one) => survives(one));
});
