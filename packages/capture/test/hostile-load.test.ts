import { afterAll, beforeAll, describe, test } from 'vitest';
import { type HostileBench, openHostileBench } from './hostile-bench.fixture.ts';
import { bombCases, endlessCases } from './hostile-cases.fixture.ts';
import { caseMs, named, survives } from './survival.fixture.ts';

let bench: HostileBench;
beforeAll(async () => {
  bench = await openHostileBench();
});
afterAll(() => bench.close());

describe('answers and work without end', () => {
  test.each(named(endlessCases))('%s is %s', (_path, _outcome, one) => survives(bench, one), caseMs);
});
describe('bombs', () => {
  test.each(named(bombCases))('%s is %s', (_path, _outcome, one) => survives(bench, one), caseMs);
});
