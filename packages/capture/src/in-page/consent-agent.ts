import { findPopups, fixedElements, isShown, type PageElement } from './consent-popups.ts';
import { withParts } from './with-parts.ts';

// Runs in the page (see with-parts.ts), in a separate world together with autoconsent's script.

export type ConsentAction = 'reject' | 'accept' | 'hide';

/**
 * How an agent ended. `none`: no popup. `answered`: the popup was answered and is gone. `hidden`: a rule has hidden the
 * popup. `open`: the popup is still open. `delegated`: the popup is in a frame, whose agent must answer it instead.
 * `gone`: the document was replaced.
 */
export type ConsentResult = 'none' | 'answered' | 'hidden' | 'open' | 'delegated' | 'gone';

/** Limits in milliseconds: until a vendor is found, until its popup is open, and until the popup is answered. */
export type ConsentLimits = { vendor: number; popup: number; answer: number };

export type ConsentNews = {
  /** Code that must run in the document's main world. */
  evals: { id: string; code: string }[];
  /** Null while the agent is working. */
  result: ConsentResult | null;
  /** Name of the vendor's rule. */
  vendor: string | null;
  /** Selectors of the popup, from the vendor's rule. */
  selectors: string[];
  /** Whether the agent has started to answer. */
  answering: boolean;
  clicks: number;
};

type Popup = {
  element: PageElement;
  buttons: { element: { click(): void }; regexClassification?: string }[];
};
type Vendor = {
  name: string;
  isCosmetic: boolean;
  isIntermediate: boolean;
  prehideSelectors?: string[];
  /** Set only by the heuristic. */
  popups?: Popup[];
};
/** The parts of autoconsent's class that are used. */
type Autoconsent = {
  foundCmp?: Vendor;
  state?: { clicks: number };
  rules?: unknown[];
  detectHeuristics?(): void;
};
type Message = { type: string; cmp?: string; id?: string; code?: string; result?: boolean };
type Agent = ConsentNews & {
  wake: () => void;
  receive: (message: object) => void;
  /** Called once the agent has decided to answer the popup, because the answer may replace the document. */
  answer: (() => void) | null;
};
type World = {
  autoconsentSendMessage?: (this: unknown, message: Message) => Promise<void>;
  autoconsentReceiveMessage?: (message: object) => Promise<void>;
  consentAgent?: Agent;
};
type Sheet = { replaceSync(css: string): void };
declare const document: {
  adoptedStyleSheets: object[];
  querySelector(selector: string): { textContent: string; remove(): void } | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
};
declare const CSSStyleSheet: new () => Sheet;
declare const MutationObserver: new (
  callback: () => void,
) => { observe(target: unknown, options: object): void; disconnect(): void };

const parts = { findPopups, fixedElements, isShown };
type Parts = typeof parts;

/**
 * Returns a function that starts an agent in the page together with autoconsent's source. The agent lets autoconsent find
 * the popup and decides how to answer it. Call `consentNews` repeatedly until it returns a result.
 */
export function consentAgent(
  script: string,
): (action: ConsentAction, rules: string, limits: ConsentLimits) => null {
  const setUp = withParts(parts, start);
  const source = `(...values) => { const ready = (${setUp})(...values); ${script}; return ready(); }`;
  return Object.assign(() => null, { toString: () => source });
}

function start(
  { findPopups: find, fixedElements: fixed, isShown: shown }: Parts,
  action: ConsentAction,
  rules: string,
  limits: ConsentLimits,
): () => null {
  const world = globalThis as World;
  let autoconsent: Autoconsent = {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempts = 0;
  const agent: Agent = {
    ...{ evals: [], result: null, vendor: null, selectors: [], answering: false, clicks: 0 },
    wake: () => undefined,
    receive: (message) => void world.autoconsentReceiveMessage?.(message),
    answer: null,
  };
  world.consentAgent = agent;
  // Otherwise, the script does not start again in the same document.
  delete world.autoconsentReceiveMessage;
  const within = (ms: number, end: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(end, ms);
  };
  const end = (result: ConsentResult) => {
    if (agent.result !== null) return;
    clearTimeout(timer);
    // The page's content security policy does not apply to adopted style sheets, and its HTML does not contain them.
    const style = document.querySelector('style#autoconsent-css-rules');
    if (style) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(style.textContent);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
      style.remove();
    }
    agent.result = result;
    agent.wake();
  };
  const popupElements = () => {
    const selected = agent.selectors.flatMap((selector) => {
      try {
        return [...document.querySelectorAll(selector)];
      } catch {
        return [];
      }
    });
    const ofHeuristic = (autoconsent.foundCmp?.popups ?? []).map(({ element }) => element);
    return [...selected, ...ofHeuristic, ...find({ fixedElements: fixed })].filter(shown);
  };
  const announce = (answer: () => void) => {
    agent.answering = true;
    agent.answer = answer;
    agent.wake();
  };
  const endWithoutPopup = () => end(find({ fixedElements: fixed }).length > 0 ? 'open' : 'none');
  let asked: PageElement[] = [];
  const act = () => {
    const vendor = autoconsent.foundCmp;
    if (!vendor || agent.result !== null) return;
    agent.vendor = vendor.name;
    agent.selectors = vendor.prehideSelectors ?? [];
    asked = popupElements();
    within(limits.answer, () => end('open'));
    if (vendor.isCosmetic) agent.receive({ type: 'optOut' });
    else if (action === 'hide') end('open');
    else if (vendor.popups === undefined)
      announce(() => agent.receive({ type: action === 'accept' ? 'optIn' : 'optOut' }));
    else if (action === 'reject') {
      // The heuristic would accept a popup that cannot be rejected.
      if (vendor.name === 'HEURISTIC-REJECT') announce(() => agent.receive({ type: 'optOut' }));
      else end('open');
    } else {
      const buttons = vendor.popups.flatMap((popup) => popup.buttons);
      const button =
        buttons.find((one) => one.regexClassification === 'accept') ??
        buttons.find((one) => one.regexClassification === 'acknowledge');
      if (!button) return end('open');
      announce(() => {
        agent.clicks += 1;
        button.element.click();
        endWhenGone();
      });
    }
  };
  const endWhenGone = (checks = 10) => {
    if (!asked.some(shown)) end('answered');
    else if (checks === 0) end('open');
    else setTimeout(endWhenGone, 100, checks - 1);
  };
  const answered = (succeeded: boolean) => {
    const vendor = autoconsent.foundCmp;
    agent.clicks = Math.max(agent.clicks, autoconsent.state?.clicks ?? 0);
    if (!succeeded || !vendor) end('open');
    else if (vendor.isCosmetic) end('hidden');
    else if (vendor.isIntermediate) end('delegated');
    else endWhenGone();
  };
  let isChanged = false;
  const observer = new MutationObserver(() => {
    isChanged = true;
    observer.disconnect();
  });
  /**
   * The second attempt also uses the heuristic. In a document that has not changed since the start of the first attempt,
   * the rules would only find the same popup again.
   */
  const skipRulesUnlessChanged = () => {
    setTimeout(() => {
      observer.disconnect();
      if (!isChanged) autoconsent.rules = [];
      // Autoconsent waits equally long, but starts later.
    }, 500);
  };
  world.autoconsentSendMessage = function send(message) {
    // Throwing an error is the only way to stop the script.
    if (agent.result !== null) throw new Error('ended');
    const sender = this as Autoconsent | undefined;
    if (sender?.detectHeuristics && sender !== autoconsent) {
      autoconsent = sender;
      // Autoconsent calls this at the end of each attempt, and when a popup is open.
      sender.detectHeuristics = () => {
        if (agent.vendor !== null) return;
        attempts += 1;
        if (attempts === 2) return endWithoutPopup();
        skipRulesUnlessChanged();
      };
    }
    agent.clicks = Math.max(agent.clicks, autoconsent.state?.clicks ?? 0);
    if (message.type === 'eval') {
      agent.evals.push({ id: message.id ?? '', code: message.code ?? '' });
      // Rules request code at the same time.
      setTimeout(() => agent.wake(), 0);
    } else if (message.type === 'cmpDetected' && agent.vendor === null) {
      agent.vendor = message.cmp ?? null;
      within(limits.popup, endWithoutPopup);
    } else if (message.type === 'popupFound') setTimeout(act, 0);
    else if (message.type === 'optOutResult' || message.type === 'optInResult')
      answered(message.result === true);
    return Promise.resolve();
  };
  return () => {
    observer.observe(document, { attributes: true, childList: true, subtree: true });
    within(limits.vendor, endWithoutPopup);
    const config = {
      ...{ autoAction: null, enablePrehide: false, enableHeuristicDetection: false, detectRetries: 6 },
      heuristicMode: 'tier2',
      logs: { errors: false },
    };
    agent.receive({ type: 'initResp', config, rules: { autoconsent: JSON.parse(rules) } });
    return null;
  };
}

/**
 * Delivers the results of `evals`, and waits up to `ms` milliseconds for a report from the agent. The result is `gone` if the
 * document has no agent.
 */
export function consentNews(
  answers: { id: string; value: boolean }[],
  ms: number,
): ConsentNews | Promise<ConsentNews> {
  const agent = (globalThis as World).consentAgent;
  const none = { evals: [], vendor: null, selectors: [], answering: false, clicks: 0 };
  if (!agent) return { ...none, result: 'gone' as const };
  const { answer } = agent;
  agent.answer = null;
  answer?.();
  for (const { id, value } of answers) agent.receive({ type: 'evalResp', id, result: value });
  const read = (): ConsentNews => {
    const { result, vendor, selectors, answering, clicks } = agent;
    return { evals: agent.evals.splice(0), result, vendor, selectors, answering, clicks };
  };
  if (agent.result !== null || agent.evals.length > 0 || agent.answer !== null) return read();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      agent.wake = () => undefined;
      resolve(read());
    };
    const timer = setTimeout(done, ms);
    agent.wake = done;
  });
}

/** Ends the agent. */
export function endConsent(): null {
  const agent = (globalThis as World).consentAgent;
  if (agent) {
    agent.result ??= 'none';
    agent.wake();
  }
  return null;
}
