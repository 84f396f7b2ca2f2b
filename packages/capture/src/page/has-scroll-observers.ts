import { withTimeout } from '@shotclock/runtime';
import { usageEvents } from '../in-page/mark-usage.ts';
import { hasUsed } from '../in-page/read-usage.ts';
import type { OpenPage } from './open-page.ts';

/** Time limit for adjusting a page whose main thread is busy. */
const timeoutMs = 1_000;

/**
 * Whether the page observes scrolling, either with a listener on its window, its document or an element in any shadow tree, or
 * with an intersection observer. Returns true if the page does not respond in time.
 */
export async function hasScrollObservers({ client, world }: OpenPage): Promise<boolean> {
  // Evaluated in the page's main world, because listeners of the window are visible only there.
  const listeners = async (expression: 'window' | 'document', depth: number) => {
    // The page's scripts cannot replace these properties.
    const { result } = await client.send('Runtime.evaluate', { expression });
    const { objectId = '' } = result;
    return (await client.send('DOMDebugger.getEventListeners', { objectId, depth, pierce: true })).listeners;
  };
  const checks = Promise.all([
    world.run(hasUsed, usageEvents.observes),
    listeners('window', 1),
    listeners('document', -1),
  ]);
  const found = await withTimeout(checks, timeoutMs, { fallback: null });
  if (found === null) return true;
  const [observes, ...scrollable] = found;
  return observes || scrollable.flat().some(({ type }) => type.startsWith('scroll'));
}
