import { afterAll, beforeAll, describe, test } from 'vitest';
import { type HostileBench, openHostileBench } from './hostile-bench.fixture.ts';
import { bombCases, endlessCases } from './hostile-cases.fixture.ts';
import { caseMs, named, survives } from './survival.fixture.ts';

let bench: HostileBench;
beforeAll(async () => {
  bench = await openHostileBench();
});
afterAll(() => bench.close());

describe('endless responses and work', () => {
  test.each(named(endlessCases))(
    'the outcome of %s is %s',
    (_path, _outcome, one) => survives(bench, one),
    caseMs,
  );
});
describe('bombs', () => {
  test.each(named(bombCases))(
    'the outcome of %s is %s',
    (_path, _outcome, one) => survives(bench, one),
    caseMs,
  );
});
