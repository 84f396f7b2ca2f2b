import type { CDPSession } from 'puppeteer';
import type { CaptureRequest } from '../model/capture-types.ts';
import { withoutBodies } from './network-domain.ts';

type Overrides = Pick<CaptureRequest, 'userAgent' | 'acceptLanguage'>;

/**
 * Overrides the user agent and the languages of a page and its frames. Frames in other processes are paused until their
 * overrides are set. If neither is set, no commands are sent.
 */
export function overrideUserAgent(client: CDPSession, overrides: Overrides): Promise<unknown>[] {
  const { userAgent, acceptLanguage } = overrides;
  if (userAgent === null && acceptLanguage === null) return [];
  client.on('sessionattached', (frame) => {
    const commands = [
      ...overrideUserAgent(frame, overrides),
      // Workers do not accept any of the overrides, and the frame may have been removed.
      frame.send('Runtime.runIfWaitingForDebugger'),
    ];
    for (const command of commands) command.catch(() => undefined);
  });
  return [
    client.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }),
    ...(userAgent === null ? [] : [client.send('Network.setUserAgentOverride', { userAgent })]),
    ...(acceptLanguage === null ? [] : overrideLanguages(client, acceptLanguage)),
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
