import type { CDPSession } from 'puppeteer';
import type { CaptureRequest } from '../model/capture-types.ts';

type Dress = Pick<CaptureRequest, 'userAgent' | 'acceptLanguage'>;

/**
 * Gives a page's user agent and languages to its frames, those in processes of their own included: each of them waits
 * until it has them. Nothing is sent for a page that has neither.
 */
export function overrideUserAgent(client: CDPSession, dress: Dress): Promise<unknown>[] {
  const { userAgent, acceptLanguage } = dress;
  if (userAgent === null && acceptLanguage === null) return [];
  client.on('sessionattached', (frame) => {
    const sent = [
      ...overrideUserAgent(frame, dress),
      // Workers take none of it, and a frame may be gone by now.
      frame.send('Runtime.runIfWaitingForDebugger'),
    ];
    for (const one of sent) one.catch(() => undefined);
  });
  return [
    client.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }),
    ...(userAgent === null ? [] : [client.send('Network.setUserAgentOverride', { userAgent })]),
    ...(acceptLanguage === null ? [] : speak(client, acceptLanguage)),
  ];
}

/** Chromium's own override would write weights of its own into the header, which must be what was asked for. */
function speak(client: CDPSession, acceptLanguage: string): Promise<unknown>[] {
  const languages = acceptLanguage
    .split(',')
    .map((language) => language.split(';')[0]!.trim())
    .filter((language) => /^[A-Za-z]/.test(language));
  const [language] = languages;
  return [
    client.send('Network.enable'),
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
