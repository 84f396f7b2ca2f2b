import { setTimeout as sleep } from 'node:timers/promises';
import { CaptureError } from '../model/capture-error.ts';
import type { OpenPage } from '../page/open-page.ts';
import type { SeenPage } from './see-page.ts';

/** Time for a blank page to show something. */
const blankMs = 2_000;
/** Share of the time that is left which the wait may use. */
const maxShare = 0.1;

/**
 * A page that is blank may still be built: waits and captures it once more. If that fails, the first capture counts.
 * @throws the reason of `signal`
 */
export async function lookAgainIfBlank<Captured extends { seen: Pick<SeenPage, 'verdict'> }>(
  open: Pick<OpenPage, 'client'>,
  first: Captured,
  capture: () => Promise<Captured>,
  { remainingMs, signal }: { remainingMs: number; signal: AbortSignal },
): Promise<Captured> {
  if (first.seen.verdict?.kind !== 'blank') return first;
  // The first capture may have stopped the scripts.
  await open.client.send('Emulation.setScriptExecutionDisabled', { value: false });
  await sleep(Math.max(0, Math.min(blankMs, maxShare * remainingMs)), undefined, { signal });
  try {
    return await capture();
  } catch (error) {
    if (!(error instanceof CaptureError)) throw error;
    return first;
  }
}
