import { setTimeout as sleep } from 'node:timers/promises';
import { withTimeout } from '@shotclock/runtime';
import type { OpenPage } from '../page/open-page.ts';
import type { SeenPage } from './see-page.ts';

/** How long to wait for a blank page to show content. */
const blankMs = 2_000;
/** Time limit for the second capture. */
const againMs = 10_000;
/** Time limit for the page's response. */
const commandMs = 500;
/** Maximum fractions of the remaining time for the wait and for the second capture. */
const maxShare = { wait: 0.1, capture: 0.25 };

/**
 * A blank page may still be loading, so this function waits and captures it again. If that fails or takes too long, the
 * first capture is returned.
 * @param capture its signal aborts when the second capture takes too long
 * @param options.release returns the memory of a capture. It is called for the first capture before the second starts, because a capture must not hold memory while it waits for more, and for a second capture that is discarded
 * @throws `signal.reason`
 */
export async function lookAgainIfBlank<Captured extends { seen: Pick<SeenPage, 'verdict'> }>(
  open: Pick<OpenPage, 'client'>,
  first: Captured,
  capture: (signal: AbortSignal) => Promise<Captured>,
  {
    remainingMs,
    signal,
    release,
  }: { remainingMs: number; signal: AbortSignal; release: (captured: Captured) => void },
): Promise<Captured> {
  if (first.seen.verdict?.kind !== 'blank') return first;
  // The image of a blank page is small.
  release(first);
  // The first capture may have stopped the scripts.
  const enabled = open.client.send('Emulation.setScriptExecutionDisabled', { value: false });
  if ((await withTimeout(enabled, commandMs, { fallback: null }).catch(() => null)) === null) return first;
  await sleep(Math.max(0, Math.min(blankMs, maxShare.wait * remainingMs)), undefined, { signal });
  const limitMs = Math.max(0, Math.min(againMs, maxShare.capture * remainingMs));
  const tooLong = new AbortController();
  const second = capture(AbortSignal.any([signal, tooLong.signal]));
  try {
    const again = await withTimeout(second, limitMs, { fallback: null });
    if (again) return again;
  } catch (error) {
    // If the browser has exited, the capture fails in any case.
    if (signal.aborted) throw error;
  }
  tooLong.abort();
  void second.then(release, () => undefined);
  return first;
}
