import { type CDPSession, ProtocolError } from 'puppeteer';

/** What may travel to and from the page. */
type Value = string | number | boolean | null | Value[] | { [key: string]: Value };

/** Runs functions on the page's DOM with built-ins of its own: whatever the page made of `Promise`, ours is intact. */
export type IsolatedWorld = {
  /** @throws ProtocolError when the page is gone, crashed, or keeps changing its document */
  run<Arguments extends Value[], Result extends Value>(
    inPage: (...values: Arguments) => Result | Promise<Result>,
    ...values: Arguments
  ): Promise<Result>;
};

/** A document that is replaced takes its world with it; so often is one made again. */
const attempts = 4;

export function openIsolatedWorld(client: CDPSession, frameId: string): IsolatedWorld {
  let world: Promise<number> | null = null;
  const create = async () => {
    const answer = await client.send('Page.createIsolatedWorld', { frameId, worldName: 'shotclock' });
    return answer.executionContextId;
  };
  return {
    async run(inPage, ...values) {
      for (let attempt = 1; ; attempt++) {
        try {
          world ??= create();
          const { result, exceptionDetails } = await client.send('Runtime.callFunctionOn', {
            executionContextId: await world,
            functionDeclaration: inPage.toString(),
            arguments: values.map((value) => ({ value })),
            awaitPromise: true,
            returnByValue: true,
          });
          if (exceptionDetails)
            throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
          return result.value;
        } catch (error) {
          world = null;
          if (!(error instanceof ProtocolError) || attempt === attempts || client.detached) throw error;
        }
      }
    },
  };
}
