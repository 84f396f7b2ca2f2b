import { withTimeout } from '@shotclock/runtime';
import type { OpenPage } from './open-page.ts';

/** A page that keeps its thread busy is not asked for longer. */
const askMs = 1_000;

/**
 * Whether the page hears of scrolling, by a listener on its window, its document, an element of any of its shadow trees,
 * or by an intersection observer. A page that does not answer, or that changed what it is asked by, may.
 */
export async function hasScrollObservers({ client }: OpenPage): Promise<boolean> {
  // In the page's own world: it alone has the mark, and the listeners of its window are told nowhere else.
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
  const asked = Promise.all([observes(), listeners('window', 1), listeners('document', -1)]);
  const found = await withTimeout(asked, askMs, { fallback: null });
  if (found === null) return true;
  const [observed, ...heard] = found;
  return observed || heard.flat().some(({ type }) => type.startsWith('scroll'));
}
