import { withTimeout } from '@shotclock/runtime';
import type { CDPSession } from 'puppeteer';
import { scheduling } from '../in-page/mark-usage.ts';

/** Time limit for a page whose main thread is busy. */
const timeoutMs = 1_000;

/**
 * Whether scripts of the main frame have used an intersection observer, and a timer or an animation frame (see mark-usage.ts). True
 * if the page does not respond in time, or has replaced the functions that are evaluated here.
 */
export async function readUsage(client: CDPSession): Promise<{ observes: boolean; schedules: boolean }> {
  const used = (owner: string, name: string) =>
    `Object.getOwnPropertyDescriptor(${owner}, '${name}')?.enumerable !== false`;
  const schedules = scheduling.map((name) => used('globalThis', name)).join(' || ');
  const expression = `(${used('IntersectionObserver.prototype', 'observe')} ? 1 : 0) + (${schedules} ? 2 : 0)`;
  // In the page's main world: only there are the marks visible.
  const evaluated = client.send('Runtime.evaluate', { expression, throwOnSideEffect: true });
  const result = await withTimeout(evaluated, timeoutMs, { fallback: null });
  const value: unknown = result?.result.value;
  const bits = typeof value === 'number' ? value : 3;
  return { observes: (bits & 1) !== 0, schedules: (bits & 2) !== 0 };
}
