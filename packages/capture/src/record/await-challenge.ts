import { setTimeout as sleep } from 'node:timers/promises';
import type { CaptureRequest } from '../model/capture-types.ts';
import type { DocumentWatch } from '../page/document-watch.ts';
import { certainChallenge } from './judge-page.ts';
import type { NetworkWatch } from './watch-network.ts';

/** Time limit for a challenge to let the browser through. */
const challengeMs = 8_000;
/** Maximum fraction of the remaining time that the wait may use. */
const maxShare = 0.25;
const pollMs = 100;

/**
 * Waits while a vendor's header marks the document as a challenge, because many challenges let a browser pass without
 * interaction. Nothing is clicked or filled in. This costs nothing on other pages.
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
