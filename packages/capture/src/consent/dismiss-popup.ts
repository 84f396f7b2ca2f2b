import { withTimeout } from '@shotclock/runtime';
import type { ConsentAction, ConsentNews } from '../in-page/consent-agent.ts';
import { hidePopups } from '../in-page/hide-popups.ts';
import { unlockPage } from '../in-page/unlock-page.ts';
import type { CaptureLogger, CaptureRequest } from '../model/capture-types.ts';
import type { ConsentRecord } from '../model/page-record.ts';
import type { DocumentWatch } from '../page/document-watch.ts';
import type { OpenPage } from '../page/open-page.ts';
import type { ConsentRules } from './consent-rules.ts';
import { type ConsentDocument, runAgent } from './run-agent.ts';
import { runInFrames } from './run-frames.ts';

/** Time limit for all documents together. */
const totalMs = 6_000;
/** Maximum fraction of the remaining time that the step may use. */
const maxShare = 0.1;
/** Time limit for a page whose main thread is busy. */
const responseMs = 1_000;
/** How long a frame may take to show the document that it has requested. */
const frameMs = 1_000;
/** How long a page may take to unlock itself after its popup has closed. */
const unlockMs = 300;

type Context = Pick<CaptureRequest, 'waitUntil'> & {
  action: ConsentAction;
  rules: ConsentRules;
  /** The duration of an earlier call for the same page. */
  previousMs: number;
  remainingMs: number;
  logger: Pick<CaptureLogger, 'warn'>;
};

/**
 * Answers or hides the popup that asks for consent, if the page has one. A page that loads again after the answer is examined
 * once more, but not answered again. Never rejects: after an error, the outcome is `failed`.
 */
export async function dismissPopup(
  open: OpenPage,
  watch: DocumentWatch,
  { action, rules, previousMs, waitUntil, remainingMs, logger }: Context,
): Promise<ConsentRecord> {
  const startedAt = performance.now();
  const endsAt = startedAt + Math.min(totalMs, maxShare * remainingMs);
  const outcomes = { reject: 'rejected', accept: 'accepted', hide: 'hidden' } as const;
  const record: ConsentRecord = { found: null, outcome: 'none', clicks: 0, ms: 0, unlocked: false };
  const examine = async (action: ConsentAction) => {
    const news = await askDocument(open, { action, rules, endsAt });
    // A vendor may be present without asking.
    if (news.result !== 'none') record.found ??= news.vendor;
    record.clicks += news.clicks;
    // A document that is replaced after an answer has processed the answer.
    if (news.result === 'answered' || (news.result === 'gone' && news.answering))
      record.outcome = outcomes[action];
    else if (news.result === 'hidden') record.outcome = 'hidden';
    if (news.result === 'open' || (news.result === 'answered' && news.selectors.length > 0)) {
      const hidden = await within(open.world.run(hidePopups, news.selectors));
      if (news.result === 'open') record.outcome = outcomesOfHiding[hidden ?? 'visible'];
    }
    if (record.outcome !== 'none' && record.outcome !== 'failed')
      record.unlocked ||= (await within(open.world.run(unlockPage, unlockMs))) === true;
    return news.answering;
  };
  try {
    let answered = await examine(action);
    // Content that loads in the meantime may open a popup.
    const { requests } = open;
    const isLoading =
      requests.data() > 0 ||
      requests.changedAt() > startedAt ||
      requests.frameRequestedAt() > startedAt - frameMs;
    if (record.outcome === 'none' && isLoading) answered = await examine(action);
    if (watch.navigating() || watch.replaced()) {
      await watch.waitForState(waitUntil, Math.max(1, endsAt - performance.now()));
      await examine(answered ? 'hide' : action);
    }
  } catch (error) {
    record.outcome = 'failed';
    logger.warn({ err: error }, 'the cookie banner of a page could not be handled');
  }
  return { ...record, ms: previousMs + Math.round(performance.now() - startedAt) };
}

const outcomesOfHiding = { hidden: 'hidden', absent: 'none', visible: 'failed' } as const;

const within = <T>(work: Promise<T>) => withTimeout(work, responseMs, { fallback: null });

/** Runs agents in the document and its frames, and returns the report of the first one that finds a popup. */
async function askDocument(
  open: OpenPage,
  settings: { action: ConsentAction; rules: ConsentRules; endsAt: number },
): Promise<ConsentNews> {
  const { client, frameId } = open;
  const timeLeft = () => Math.max(1, settings.endsAt - performance.now());
  const ending = new AbortController();
  using _others = { [Symbol.dispose]: () => ending.abort() };
  const run = (document: ConsentDocument) => runAgent(document, { ...settings, signal: ending.signal });
  using frames = runInFrames(open, run);
  const main = run({ client, frameId, url: open.url(), mainFrame: true });
  const first = await Promise.race([main, frames.found]);
  // Each result is awaited here, because returning ends the agents.
  if (first.result === 'none') {
    const ended = frames.ended().then(() => first);
    return await withTimeout(Promise.race([frames.found, ended]), timeLeft(), { fallback: first });
  }
  if (first.result === 'delegated')
    return await withTimeout(frames.found, timeLeft(), { fallback: { ...first, result: 'open' as const } });
  // The time has passed.
  if (first.result === null) return { ...first, result: first.answering ? 'open' : 'none' };
  return first;
}
