import type { CaptureOptions } from '@shotclock/contracts/capture-options';
import { withTimeout } from '@shotclock/runtime';
import { adjustStyles } from '../in-page/adjust-styles.ts';
import { CaptureError } from '../model/capture-error.ts';
import type { OpenPage } from './open-page.ts';

/** Time limit for adjusting a page whose main thread is busy. */
const adjustMs = 2_000;

/**
 * Applies the options `hide`, `css` and `fixed` to the current document. Does nothing without them.
 * @throws CaptureError `invalid_selector`
 */
export async function adjustPage({ world }: OpenPage, options: CaptureOptions | null): Promise<void> {
  const { hide = [], css = '', fixed = 'keep' } = options ?? {};
  if (hide.length === 0 && css === '' && fixed === 'keep') return;
  const adjusting = world.run(adjustStyles, { hide, css, hideFixed: fixed === 'hide' });
  // A page that does not respond is captured as it is, just like a page whose animations cannot be frozen.
  const invalid = await withTimeout(adjusting, adjustMs).catch(() => null);
  if (invalid !== null)
    throw new CaptureError('invalid_selector', `options.hide contains an invalid CSS selector: ${invalid}`);
}
