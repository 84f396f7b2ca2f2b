import { withTimeout } from '@shotclock/runtime';
import type { OpenPage } from './open-page.ts';

/** Time limit for a page whose main thread is busy. */
const timeoutMs = 1_000;

/**
 * Whether the page observes scrolling: by a listener on its window, its document or an element in any shadow tree, or by an
 * intersection observer. True if the page does not respond in time, or has replaced the functions that are evaluated here.
 */
export async function hasScrollObservers({ client }: OpenPage): Promise<boolean> {
  // In the page's main world: only there are the mark and the listeners of the window visible.
  const evaluate = async (expression: string) =>
    (await client.send('Runtime.evaluate', { expression, throwOnSideEffect: true })).result;
  const listeners = async (expression: 'window' | 'document', depth: number) => {
    const { objectId = '' } = await evaluate(expression);
    return (await client.send('DOMDebugger.getEventListeners', { objectId, depth, pierce: true })).listeners;
  };
  const observes = async () => {
    const mark = `Object.getOwnPropertyDescriptor(IntersectionObserver.prototype, 'observe').enumerable`;
    return (await evaluate(mark)).value !== false;
  };
  const checks = Promise.all([observes(), listeners('window', 1), listeners('document', -1)]);
  const found = await withTimeout(checks, timeoutMs, { fallback: null });
  if (found === null) return true;
  const [observed, ...scrollable] = found;
  return observed || scrollable.flat().some(({ type }) => type.startsWith('scroll'));
}
