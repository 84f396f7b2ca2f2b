import { setTimeout as sleep } from 'node:timers/promises';
import { withTimeout } from '@shotclock/runtime';
import { selectorAppears } from '../in-page/find-elements.ts';
import { CaptureError } from '../model/capture-error.ts';
import type { CaptureRequest } from '../model/capture-types.ts';
import type { OpenPage } from './open-page.ts';

/** Timeout of `waitFor` in milliseconds (specification, section 8). */
const waitForMs = 15_000;
/**
 * Time limit for one call into the page. When the page loads a new document, the call ends, and the next call waits in
 * the new document.
 */
const callMs = 1_000;

/**
 * Waits for the conditions that apply after loading: the `waitFor` selector and the delay.
 * @throws CaptureError `selector_not_found`, `invalid_selector`
 */
export async function waitUntilReady(
  open: OpenPage,
  { waitFor, delayMs }: Pick<CaptureRequest, 'waitFor' | 'delayMs'>,
  signal: AbortSignal,
): Promise<void> {
  if (waitFor !== null) await waitForSelector(open, waitFor);
  if (delayMs > 0) await sleep(delayMs, undefined, { signal });
}

async function waitForSelector(open: OpenPage, selector: string): Promise<void> {
  const endsAt = performance.now() + waitForMs;
  for (;;) {
    const remaining = endsAt - performance.now();
    const timeoutMs = Math.min(callMs, Math.max(0, remaining));
    const appearance = await withTimeout(
      open.world.run(selectorAppears, selector, timeoutMs),
      Math.max(1, remaining),
      { fallback: 'timeout' },
    );
    if (appearance === 'found') return;
    if (appearance === 'invalid')
      throw new CaptureError('invalid_selector', `waitFor is not a valid CSS selector: ${selector}`);
    if (appearance === 'timeout' || remaining <= callMs)
      throw new CaptureError(
        'selector_not_found',
        `waitFor: no element matched ${selector} within ${waitForMs / 1000} s.`,
      );
  }
}
