import { beforeAll, expect, test } from 'vitest';
import { measureNeighbors, type NeighborResult } from '../fuzz-pages/measure-neighbors.ts';

// `pnpm bench:neighbors` measures how long these captures take.
let results: NeighborResult[] = [];
beforeAll(async () => {
  results = await measureNeighbors({ rounds: 1, alone: 0, captures: 2, deadlineSeconds: 6, cancel: true });
}, 240_000);

test.each(['DNS flood', 'WebSocket flood', 'memory', 'CPU', '1,000 frames'])(
  'an ordinary capture succeeds on its first attempt alongside a page of the kind %s',
  (kind) => {
    expect(results.find((one) => one.kind === kind)).toMatchObject({ lost: 0 });
  },
);
