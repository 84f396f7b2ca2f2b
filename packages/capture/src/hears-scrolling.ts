import { bounded, ranOut } from './bounded.ts';
import type { OpenPage } from './open-page.ts';

/** A page that keeps its thread busy is not asked for longer. */
const askMs = 1_000;

/**
 * Whether anything in the page listens for scrolling: its window, its document, an element of any of its shadow trees. A
 * page that does not answer may.
 */
export async function hearsScrolling({ client }: OpenPage): Promise<boolean> {
  const listeners = async (expression: 'window' | 'document', depth: number) => {
    // In the page's own world: the listeners of its window are told nowhere else. Neither name can be given to another thing.
    const { result } = await client.send('Runtime.evaluate', { expression });
    const { objectId = '' } = result;
    return (await client.send('DOMDebugger.getEventListeners', { objectId, depth, pierce: true })).listeners;
  };
  const found = await bounded(Promise.all([listeners('window', 1), listeners('document', -1)]), askMs);
  return found === ranOut || found.flat().some(({ type }) => type.startsWith('scroll'));
}
