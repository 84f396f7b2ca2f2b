import type { CDPSession, Protocol } from 'puppeteer';
import type { SentHeaders } from '../model/capture-types.ts';

/**
 * Watches the headers of the page's first request, which is for its document. The returned function returns null before the
 * browser has sent the request.
 */
export function watchSentHeaders(client: CDPSession): () => SentHeaders | null {
  let sent: SentHeaders | null = null;
  client.once('Network.requestWillBeSentExtraInfo', ({ headers }) => {
    sent = {
      userAgent: headerOf(headers, 'user-agent'),
      acceptLanguage: headerOf(headers, 'accept-language'),
    };
  });
  return () => sent;
}

/** Header names are in lower case in HTTP/2 and have Chromium's spelling in HTTP/1.1. */
function headerOf(headers: Protocol.Network.Headers, name: string): string | null {
  const found = Object.entries(headers).find(([one]) => one.toLowerCase() === name);
  return found?.[1] ?? null;
}
