import { type CDPSession, ProtocolError } from 'puppeteer';

/** Values that can be passed to and from the page. */
type Value = string | number | boolean | null | Value[] | { [key: string]: Value };

/** Runs functions on the page's DOM with built-ins that the page cannot replace. */
export type IsolatedWorld = {
  /** @throws ProtocolError if the page closes, crashes, or keeps replacing its document */
  run<Arguments extends Value[], Result extends Value>(
    inPage: (...values: Arguments) => Result | Promise<Result>,
    ...values: Arguments
  ): Promise<Result>;
};

/** Maximum number of worlds for one call, because each time the document is replaced, its world is destroyed. */
const maxWorlds = 4;

/** Maximum length of the logged description of an exception. */
const maxErrorLength = 1_000;

export function openIsolatedWorld(
  client: CDPSession,
  frameId: string,
  worldName = 'shotclock',
): IsolatedWorld {
  let world: Promise<number> | null = null;
  const create = async () => {
    const { executionContextId } = await client.send('Page.createIsolatedWorld', {
      frameId,
      worldName,
    });
    return executionContextId;
  };
  return {
    async run(inPage, ...values) {
      for (let worlds = 1; ; worlds++) {
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
            throw new Error(
              (exceptionDetails.exception?.description ?? exceptionDetails.text).slice(0, maxErrorLength),
            );
          return result.value;
        } catch (error) {
          world = null;
          if (!(error instanceof ProtocolError) || worlds === maxWorlds || client.detached) throw error;
        }
      }
    },
  };
}
