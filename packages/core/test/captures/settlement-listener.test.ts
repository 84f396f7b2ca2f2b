import { expect, test } from 'vitest';
import { createSettlementListener } from '../../src/index.ts';
import { openWorkspaceForFile } from '../workspace.fixture.ts';

const workspace = openWorkspaceForFile();

test('a waiting request detects a settlement even if no notification was sent', async () => {
  const listener = createSettlementListener(workspace.db, { onError: () => undefined, pollMs: 5 });
  let reads = 0;
  const settled = async () => {
    reads += 1;
    return reads > 3;
  };
  const signal = new AbortController().signal;
  expect(await listener.waitFor(1, { timeoutMs: 60_000, signal, settled })).toBe(true);
  await listener.close();
});
