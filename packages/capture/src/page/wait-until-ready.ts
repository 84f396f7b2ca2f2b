import { setTimeout as sleep } from 'node:timers/promises';
import { withTimeout } from '@shotclock/runtime';
import { selectorAppears } from '../in-page/page-functions.ts';
import { CaptureError } from '../model/capture-error.ts';
import type { CaptureRequest } from '../model/capture-types.ts';
import type { OpenPage } from './open-page.ts';

/** Specification, section 8. */
const waitForMs = 15_000;
/** So long one look lasts at most; a page that changed its document is looked at anew. */
const lookMs = 1_000;

/**
 * Waits for what was asked for after the page is there: `waitFor` and the delay.
 * @throws CaptureError `selector_not_found`, `invalid_selector`
 */
export async function settle(
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
    const look = Math.min(lookMs, Math.max(0, remaining));
    const appearance = await withTimeout(
      open.world.run(selectorAppears, selector, look),
      Math.max(1, remaining),
      { fallback: 'timeout' },
    );
    if (appearance === 'found') return;
    if (appearance === 'invalid')
      throw new CaptureError('invalid_selector', `waitFor is not a valid CSS selector: ${selector}`);
    if (appearance === 'timeout' || remaining <= lookMs)
      throw new CaptureError(
        'selector_not_found',
        `waitFor: nothing matched ${selector} within ${waitForMs / 1000} s.`,
      );
  }
}
