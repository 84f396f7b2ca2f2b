import { expect, test, vi } from 'vitest';
import { defaultLimits } from '../egress-limits.ts';
import { createProblemLog } from '../egress-problem.ts';
import { createEgressResources } from '../egress-resources.ts';
import { parseEgressAllow } from '../policy/egress-allow.ts';
import { createTargetConnector } from './target-connector.ts';

test('rejects connections after it was closed, without an unhandled rejection', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  const connector = createTargetConnector({
    allow: parseEgressAllow(''),
    resolve: () => Promise.reject(Object.assign(new Error('name not found'), { code: 'ENOTFOUND' })),
    ownAddresses: new Set(),
    limits: { ...defaultLimits, bytes: 1_000, connectTimeoutMs: 1_000 },
    slots: createEgressResources().connections.openSession(),
    log: createProblemLog(),
    onRefused: () => {},
  });
  connector.close();
  await expect(connector.connect('site.example', 80)).rejects.toMatchObject({
    problem: { code: 'unreachable' },
  });
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});
