import { beforeAll, expect, test } from 'vitest';
import { measureNeighbours, type NeighbourResult } from '../fuzz-pages/measure-neighbours.ts';

// `pnpm bench:neighbours` measures how long these captures take.
let results: NeighbourResult[] = [];
beforeAll(async () => {
  results = await measureNeighbours({ rounds: 1, alone: 0, captures: 2, deadlineSeconds: 6, cancel: true });
}, 240_000);

test.each(['DNS flood', 'WebSocket flood', 'memory', 'CPU', '1,000 frames'])(
  'an ordinary capture succeeds on its first attempt alongside a page of the kind %s',
  (kind) => {
    expect(results.find((one) => one.kind === kind)).toMatchObject({ lost: 0 });
  },
);
