import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Protocol } from 'puppeteer';
import { CaptureError } from '../model/capture-error.ts';
import type { CaptureRequest } from '../model/capture-types.ts';
import type { Emulation } from '../model/emulation.ts';
import { withoutBodies } from './network-domain.ts';
import type { RequestBlocker } from './request-blocker.ts';

export type FrameSettings = Pick<CaptureRequest, 'userAgent' | 'acceptLanguage'> & {
  emulation: Emulation;
  /** Receives the sessions of frames in other processes; null if they are not needed. */
  frames: Pick<FrameSessions, 'add'> | null;
  /** Null if no requests are blocked. */
  blocker: Pick<RequestBlocker, 'blockUrls' | 'blockTypes'> | null;
};

/** The sessions of a page's frames in other processes. */
export type FrameSessions = {
  add(session: CDPSession): void;
  /** Calls `onSession` for each session, including later ones. Returns a function that stops these calls. */
  follow(onSession: (session: CDPSession) => void): () => void;
};

export function createFrameSessions(): FrameSessions {
  const sessions = new Set<CDPSession>();
  const followers = new Set<(session: CDPSession) => void>();
  return {
    add(session) {
      sessions.add(session);
      session.on('sessiondetached', () => sessions.delete(session));
      for (const onSession of followers) onSession(session);
    },
    follow(onSession) {
      followers.add(onSession);
      sessions.forEach(onSession);
      return () => followers.delete(onSession);
    },
  };
}

/**
 * The kind of a session's target. Chromium changes the time zone and the locale of a whole process, so a dedicated
 * worker, which runs in the process of its creator, already has them.
 */
type SessionKind = 'page' | 'iframe' | 'worker' | 'service_worker' | 'shared_worker' | 'other';
const sessionKinds = new Set<string>(['iframe', 'worker', 'service_worker', 'shared_worker']);
const kindOf = ({ type }: Protocol.Target.TargetInfo): SessionKind =>
  sessionKinds.has(type) ? (type as SessionKind) : 'other';

type Override = {
  option: string;
  kinds: readonly SessionKind[];
  send(session: CDPSession): Promise<unknown>;
};

/**
 * Overrides what a page, its frames and its workers see. Frames in other processes and workers get their own sessions,
 * and are paused until their overrides are sent. If nothing is overridden and `frames` is null, no commands are sent.
 * Otherwise, returns the commands of the page.
 *
 * A process has only one time zone and one locale. They belong to the session that was the first to set them, and are
 * reset when that session ends. Whenever a session ends, the remaining sessions therefore set them again.
 */
export function overrideFrames(client: CDPSession, settings: FrameSettings): Promise<unknown>[] {
  const overrides = overridesOf(settings);
  const { userAgent, acceptLanguage, emulation, frames } = settings;
  const changesIdentity = userAgent !== null || acceptLanguage !== null || emulation.identity !== null;
  if (!changesIdentity && overrides.length === 0 && frames === null) return [];
  const restore = keepOverrides(
    client,
    overrides.filter(({ option }) => ofProcess.has(option)),
  );

  const apply = (session: CDPSession, kind: SessionKind): Promise<unknown>[] => {
    session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      const attached = session.connection()?.session(sessionId);
      if (!attached) return;
      const kind = kindOf(targetInfo);
      const commands = [
        ...(frames !== null && kind === 'iframe' ? [addFrame(attached, frames)] : []),
        ...apply(attached, kind),
        // Workers do not accept all overrides, and the frame may have been removed in the meantime.
        attached.send('Runtime.runIfWaitingForDebugger'),
      ];
      for (const command of commands) command.catch(() => undefined);
    });
    restore.add(session, kind);
    session.on('sessiondetached', restore.remove);
    return [
      session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }),
      ...overrideIdentity(session, settings),
      ...overrides
        .filter(({ kinds }) => kinds.includes(kind))
        .map((override) => sendOverride(session, override)),
    ];
  };
  return apply(client, 'page');
}

function addFrame(session: CDPSession, frames: Pick<FrameSessions, 'add'>): Promise<unknown> {
  const enabled = session.send('Page.enable');
  frames.add(session);
  return enabled;
}

const documents = ['page', 'iframe'] as const;
const processes = ['page', 'iframe', 'service_worker', 'shared_worker'] as const;
const allKinds = ['page', 'iframe', 'worker', 'service_worker', 'shared_worker', 'other'] as const;
/** Options that apply to a whole process. */
const ofProcess = new Set(['timezone', 'locale']);

function overridesOf({ emulation, blocker }: FrameSettings): Override[] {
  const { media, features, touch, timezone, locale, geolocation } = emulation;
  const overrides: Override[] = [];
  if (timezone !== null)
    overrides.push({
      option: 'timezone',
      kinds: processes,
      send: (session) => session.send('Emulation.setTimezoneOverride', { timezoneId: timezone }),
    });
  if (locale !== null)
    overrides.push({
      option: 'locale',
      kinds: processes,
      send: (session) => session.send('Emulation.setLocaleOverride', { locale }),
    });
  if (media !== null || features.length > 0)
    overrides.push({
      option: 'media',
      kinds: documents,
      send: (session) =>
        session.send('Emulation.setEmulatedMedia', { ...(media !== null && { media }), features }),
    });
  if (touch)
    overrides.push({
      option: 'touch',
      kinds: documents,
      send: (session) =>
        session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 }),
    });
  if (geolocation !== null)
    overrides.push({
      option: 'geolocation',
      kinds: documents,
      send: (session) => session.send('Emulation.setGeolocationOverride', geolocation),
    });
  if (blocker !== null)
    overrides.push(
      {
        option: 'blockUrls',
        kinds: allKinds,
        send: (session) => Promise.all(blocker.blockUrls(session)),
      },
      {
        option: 'blockTypes',
        kinds: documents,
        send: (session) => Promise.all(blocker.blockTypes(session)),
      },
    );
  return overrides;
}

/**
 * Another session of the same process may already have set the time zone or the locale, to the same value: a browser
 * context belongs to one capture, and contexts do not share processes.
 * @throws CaptureError `capture_failed` if the browser does not accept the value
 */
async function sendOverride(session: CDPSession, { option, send }: Override): Promise<void> {
  try {
    await send(session);
  } catch (cause) {
    if (cause instanceof Error && /already in effect/.test(cause.message)) return;
    if (session.detached) throw cause;
    throw new CaptureError('capture_failed', `The browser does not accept the value of ${option}.`, {
      cause,
    });
  }
}

/**
 * When overrides are sent again: milliseconds after a session has ended, and after each previous round. The browser may
 * report the end of the session before the process has restored its own values.
 */
const roundsMs = [0, 100, 1_000];

/** When a session ends, sends the overrides of the remaining sessions again. */
function keepOverrides(client: CDPSession, overrides: Override[]) {
  const sessions = new Map<CDPSession, SessionKind>();
  let round = roundsMs.length;
  let sending = false;
  const send = async () => {
    sending = true;
    while (round < roundsMs.length && !client.detached) {
      const delay = roundsMs[round];
      round += 1;
      await sleep(delay, undefined, { ref: false });
      const commands = [...sessions].flatMap(([session, kind]) =>
        overrides.filter(({ kinds }) => kinds.includes(kind)).map(({ send }) => send(session)),
      );
      await Promise.allSettled(commands);
    }
    sending = false;
  };
  return {
    add(session: CDPSession, kind: SessionKind) {
      if (overrides.length > 0) sessions.set(session, kind);
    },
    remove(session: CDPSession) {
      if (!sessions.delete(session)) return;
      round = 0;
      if (!sending) void send();
    },
  };
}

function overrideIdentity(
  session: CDPSession,
  { userAgent, acceptLanguage, emulation: { identity } }: FrameSettings,
): Promise<unknown>[] {
  const override = userAgent === null ? identity : { userAgent };
  return [
    ...(override === null ? [] : [session.send('Network.setUserAgentOverride', override)]),
    ...(acceptLanguage === null ? [] : overrideLanguages(session, acceptLanguage)),
  ];
}

/** Sets the header directly, because Chromium's override would add quality values that were not requested. */
function overrideLanguages(client: CDPSession, acceptLanguage: string): Promise<unknown>[] {
  const languages = acceptLanguage
    .split(',')
    .map((language) => language.split(';')[0]!.trim())
    .filter((language) => /^[A-Za-z]/.test(language));
  const [language] = languages;
  return [
    client.send('Network.enable', withoutBodies),
    client.send('Network.setExtraHTTPHeaders', { headers: { 'Accept-Language': acceptLanguage } }),
    ...(language === undefined
      ? []
      : [
          client.send('Page.enable'),
          client.send('Page.addScriptToEvaluateOnNewDocument', { source: languageScript(languages) }),
        ]),
  ];
}

function languageScript(languages: string[]): string {
  const list = JSON.stringify(languages);
  return `{
    const languages = Object.freeze(${list});
    Object.defineProperty(Navigator.prototype, 'languages', { get: () => languages, configurable: true });
    Object.defineProperty(Navigator.prototype, 'language', { get: () => languages[0], configurable: true });
  }`;
}
