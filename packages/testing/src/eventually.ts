import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';

const pollMs = 25;
/** Some checks read files of every process. They must not slow down the process that they are waiting for. */
const slowPollMs = 250;

/** An expensive check is repeated less often. */
const pauseAfter = (checkMs: number) => Math.min(slowPollMs, Math.max(pollMs, 5 * checkMs));

/**
 * The awaited result must be `true` or an object. Numbers, strings and arrays are rejected, because 0, '' and [] would be
 * ambiguous.
 */
type CheckResult = boolean | null | undefined | (object & { readonly length?: never; readonly then?: never });
type Awaitable<T> = T | Promise<T>;

/**
 * Repeats `check` until it returns `true` or an object, and returns that. `false`, `null`, `undefined` and an error mean
 * "not yet".
 * @param timeoutMs the timeout; 20 s by default
 * @param what describes the awaited state in the error message
 * @throws TypeError immediately if the check returns anything else
 * @throws Error after the timeout, with the last result, or with the last error as its cause
 */
export async function eventually<T extends CheckResult>(
  check: () => Awaitable<T>,
  { timeoutMs = 20_000, what }: { timeoutMs?: number; what: string },
): Promise<Exclude<T, false | null | undefined>> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const startedAt = performance.now();
    const last = await attempt(check);
    if ('result' in last) {
      if (isDone(last.result)) return last.result;
      if (!isPending(last.result)) {
        throw new TypeError(
          `${what}: the check must return a boolean or an object, not ${inspect(last.result)}`,
        );
      }
    }
    if (performance.now() >= end) {
      const seen = 'result' in last ? `the last result was ${last.result}` : 'the last check failed';
      throw new Error(`${what}: not within ${timeoutMs} ms, ${seen}`, {
        cause: 'error' in last ? last.error : undefined,
      });
    }
    await delay(pauseAfter(performance.now() - startedAt));
  }
}

async function attempt<T>(check: () => Awaitable<T>): Promise<{ result: T } | { error: unknown }> {
  try {
    return { result: await check() };
  } catch (error) {
    return { error };
  }
}

function isDone<T>(result: T): result is Exclude<T, false | null | undefined> {
  return result === true || (typeof result === 'object' && result !== null && !Array.isArray(result));
}

function isPending(result: unknown): boolean {
  return result === false || result === null || result === undefined;
}
