import { withTimeout } from '@shotclock/runtime';
import type { CDPSession } from 'puppeteer';

/** Autoconsent waits for a result no longer than this. */
const evalMs = 1_000;

/** Runs code in the main world of a document, where it can use the objects of the vendor's script. */
export function createMainWorld(
  { client, frameId, mainFrame }: { client: CDPSession; frameId: string; mainFrame: boolean },
  worldName: string,
) {
  let document: Promise<string> | null = null;
  // A node has an object in each world. By default, the browser resolves a node in the main world, even while Runtime is disabled.
  const findDocument = async () => {
    const { executionContextId } = await client.send('Page.createIsolatedWorld', { frameId, worldName });
    const { result } = await client.send('Runtime.callFunctionOn', {
      executionContextId,
      functionDeclaration: '() => document',
    });
    const { node } = await client.send('DOM.describeNode', { objectId: result.objectId! });
    const { object } = await client.send('DOM.resolveNode', { backendNodeId: node.backendNodeId });
    return object.objectId!;
  };
  const run = async (code: string): Promise<boolean> => {
    if (mainFrame) {
      const expression = `(async () => !!(await (${code})))()`;
      const options = { awaitPromise: true, returnByValue: true };
      return (await client.send('Runtime.evaluate', { expression, ...options })).result.value === true;
    }
    document ??= findDocument();
    const { result } = await client.send('Runtime.callFunctionOn', {
      objectId: await document,
      functionDeclaration: `async function () { return !!(await (${code})); }`,
      awaitPromise: true,
      returnByValue: true,
    });
    return result.value === true;
  };
  return {
    /** Returns whether the result is truthy. False if the code throws, or if the document no longer has a main world. */
    evaluate: (code: string) => withTimeout(run(code), evalMs).catch(() => false),
  };
}
