import { expect, test, vi } from 'vitest';
import { openDialler } from './dialler.ts';
import { parseEgressAllow } from './egress-allow.ts';
import { openProblemLog } from './egress-problem.ts';

test('a closed dialler refuses to dial, and leaves no unhandled rejection', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  const dialler = openDialler({
    allow: parseEgressAllow(''),
    resolve: () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })),
    ownAddresses: new Set(),
    limits: { bytes: 1_000, connectTimeoutMs: 1_000 },
    log: openProblemLog(),
  });
  dialler.close();
  await expect(dialler.dial('site.example', 80)).rejects.toMatchObject({ problem: { code: 'unreachable' } });
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});
