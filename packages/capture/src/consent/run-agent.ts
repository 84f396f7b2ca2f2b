import { withTimeout } from '@shotclock/runtime';
import { type CDPSession, ProtocolError } from 'puppeteer';
import {
  type ConsentAction,
  type ConsentLimits,
  type ConsentNews,
  consentAgent,
  consentNews,
  endConsent,
} from '../in-page/consent-agent.ts';
import { openIsolatedWorld } from '../page/isolated-world.ts';
import type { ConsentRules } from './consent-rules.ts';
import { createMainWorld } from './main-world.ts';

/**
 * How long the agent of a document may take for each step, in milliseconds. On a page without a known vendor, it usually ends after
 * two attempts, which take 0.5 s.
 */
const limits: ConsentLimits = { vendor: 2_000, popup: 2_000, answer: 5_000 };
/** How long to wait for an agent's report before asking again, in milliseconds. */
const reportMs = 5_000;
const worldName = 'shotclock-consent';

export type ConsentDocument = { client: CDPSession; frameId: string; url: string; mainFrame: boolean };

const silence: ConsentNews = {
  ...{ evals: [], result: null, vendor: null, selectors: [], answering: false, clicks: 0 },
};

/**
 * Runs an agent in a document until it has a result. If there is no result by `endsAt` (on the scale of `performance.now()`), or
 * when `signal` aborts, ends the agent and returns its last report.
 */
export async function runAgent(
  { client, frameId, url, mainFrame }: ConsentDocument,
  {
    action,
    rules,
    endsAt,
    signal,
  }: { action: ConsentAction; rules: ConsentRules; endsAt: number; signal: AbortSignal },
): Promise<ConsentNews> {
  const world = openIsolatedWorld(client, frameId, worldName);
  const mainWorld = createMainWorld({ client, frameId, mainFrame }, worldName);
  const inTime = <T>(work: Promise<T>) =>
    withTimeout(work, Math.max(1, endsAt - performance.now()), { fallback: null });
  // Not awaited, because the document may not respond.
  const end = () => void world.run(endConsent).catch(() => undefined);
  signal.addEventListener('abort', end);
  let last = silence;
  try {
    const start = consentAgent(rules.script);
    const started = world.run(start, action, rules.rulesFor({ url, mainFrame, action }), limits);
    if ((await inTime(started.then(() => true))) === null) return last;
    let answers: { id: string; value: boolean }[] = [];
    while (performance.now() < endsAt) {
      const news = await inTime(world.run(consentNews, answers, reportMs));
      if (news === null) break;
      if (news.result === 'gone') return { ...last, result: 'gone' };
      last = news;
      if (news.result !== null) return news;
      answers = await Promise.all(
        news.evals.map(async ({ id, code }) => ({ id, value: await mainWorld.evaluate(code) })),
      );
    }
  } catch (error) {
    // The frame was removed.
    if (error instanceof ProtocolError) return { ...last, result: 'gone' };
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
  }
  end();
  return last;
}
