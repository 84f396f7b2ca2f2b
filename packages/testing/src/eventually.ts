import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';

const POLL_MS = 25;

/**
 * Asks `condition` again and again until it answers something truthy, and returns that.
 * @param timeoutMs how long, 10 s when left out
 * @param what the thing waited for, for the failure's message
 * @throws Error with the last answer, or the last error, when time ran out
 */
export async function eventually<T>(
  condition: () => T | Promise<T>,
  { timeoutMs = 10_000, what }: { timeoutMs?: number; what: string },
): Promise<Exclude<T, false | 0 | '' | null | undefined>> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const last = await attempt(condition);
    if (last.ok && last.value) return last.value as Exclude<T, false | 0 | '' | null | undefined>;
    if (performance.now() >= end) {
      const seen = last.ok ? `the last value was ${inspect(last.value)}` : 'the last attempt failed';
      throw new Error(`${what}: not within ${timeoutMs} ms, ${seen}`, {
        cause: last.ok ? undefined : last.error,
      });
    }
    await delay(POLL_MS);
  }
}

async function attempt<T>(condition: () => T | Promise<T>) {
  try {
    return { ok: true as const, value: await condition() };
  } catch (error) {
    return { ok: false as const, error };
  }
}
