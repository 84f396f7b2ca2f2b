import { setTimeout as sleep } from 'node:timers/promises';
import { withTimeout } from '@shotclock/runtime';
import { CaptureError } from '../model/capture-error.ts';
import type { OpenPage } from '../page/open-page.ts';
import type { SeenPage } from './see-page.ts';

/** Time for a blank page to show something. */
const blankMs = 2_000;
/** Time limit for the second capture. */
const againMs = 10_000;
/** Time limit for the response of the page. */
const commandMs = 500;
/** Shares of the time that is left which the wait and the second capture may use. */
const maxShare = { wait: 0.1, capture: 0.25 };

/**
 * A page that is blank may still be built: waits and captures it once more. If that fails or takes too long, the first capture counts.
 * @param release called when a second capture that took too long has ended
 * @throws the reason of `signal`
 */
export async function lookAgainIfBlank<Captured extends { seen: Pick<SeenPage, 'verdict'> }>(
  open: Pick<OpenPage, 'client'>,
  first: Captured,
  capture: () => Promise<Captured>,
  { remainingMs, signal, release }: { remainingMs: number; signal: AbortSignal; release: () => void },
): Promise<Captured> {
  if (first.seen.verdict?.kind !== 'blank') return first;
  // The first capture may have stopped the scripts.
  const enabled = open.client.send('Emulation.setScriptExecutionDisabled', { value: false });
  if ((await withTimeout(enabled, commandMs, { fallback: null }).catch(() => null)) === null) return first;
  await sleep(Math.max(0, Math.min(blankMs, maxShare.wait * remainingMs)), undefined, { signal });
  const limitMs = Math.max(0, Math.min(againMs, maxShare.capture * remainingMs));
  const second = capture();
  try {
    const again = await withTimeout(second, limitMs, { fallback: null });
    if (again) return again;
  } catch (error) {
    if (!(error instanceof CaptureError)) throw error;
  }
  void second.catch(() => undefined).finally(release);
  return first;
}
