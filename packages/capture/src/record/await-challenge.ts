import { setTimeout as sleep } from 'node:timers/promises';
import type { CaptureRequest } from '../model/capture-types.ts';
import type { DocumentWatch } from '../page/document-watch.ts';
import { certainChallenge } from './judge-page.ts';
import type { NetworkWatch } from './watch-network.ts';

/** Time limit for a challenge to let the browser through. */
const challengeMs = 8_000;
/** Share of the time that is left which the wait may use. */
const maxShare = 0.25;
const pollMs = 100;

/**
 * Waits while the document is a challenge by the header of its vendor: many let a browser through by themselves. Nothing is clicked or
 * filled in. Costs nothing on other pages.
 */
export async function awaitChallenge(
  network: NetworkWatch,
  watch: DocumentWatch,
  { waitUntil }: Pick<CaptureRequest, 'waitUntil'>,
  { remainingMs, signal }: { remainingMs: number; signal: AbortSignal },
): Promise<void> {
  const endsAt = performance.now() + Math.min(challengeMs, maxShare * remainingMs);
  while (certainChallenge(network.document())) {
    const left = endsAt - performance.now();
    if (left <= 0) return;
    await sleep(Math.min(pollMs, left), undefined, { signal });
    if (watch.navigating() || watch.replaced())
      await watch.waitForState(waitUntil, Math.max(1, endsAt - performance.now()));
  }
}
