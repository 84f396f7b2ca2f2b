import { readdir } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HostileBench, openHostileBench } from './hostile-bench.fixture.ts';
import { answerCases, navigationCases, optionCases, windowCases } from './hostile-cases.fixture.ts';
import { contentCases, layoutCases } from './hostile-layout.fixture.ts';
import { caseMs, named, survives } from './survival.fixture.ts';

let bench: HostileBench;
beforeAll(async () => {
  bench = await openHostileBench();
});
afterAll(() => bench.close());

describe('windows, dialogs and permissions', () => {
  test.each(named(windowCases))(
    'the outcome of %s is %s',
    (_path, _outcome, one) => survives(bench, one),
    caseMs,
  );
});
describe('navigations', () => {
  test.each(named(navigationCases))(
    'the outcome of %s is %s',
    (_path, _outcome, one) => survives(bench, one),
    caseMs,
  );
});
describe('responses', () => {
  test.each(named(answerCases))(
    'the outcome of %s is %s',
    (_path, _outcome, one) => survives(bench, one),
    caseMs,
  );

  test('a download leaves no files on the disk', async () => {
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
describe('with all options', () => {
  test.each(named(optionCases))(
    'the outcome of %s is %s',
    (_path, _outcome, one) => survives(bench, one),
    caseMs,
  );
});
describe('layout', () => {
  test.each(named(layoutCases))(
    'the outcome of %s is %s',
    (_path, _outcome, one) => survives(bench, one),
    caseMs,
  );
});
describe('content', () => {
  test.each(named(contentCases))(
    'the outcome of %s is %s',
    (_path, _outcome, one) => survives(bench, one),
    caseMs,
  );
});
