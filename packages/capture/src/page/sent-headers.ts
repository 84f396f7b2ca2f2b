import type { CDPSession, Protocol } from 'puppeteer';
import type { SentHeaders } from '../model/capture-types.ts';

/** Reads the headers of the page's first request, which is for its document. Returns null before the browser has sent it. */
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

/** HTTP/2 has names in lower case, HTTP/1.1 as Chromium writes them. */
function headerOf(headers: Protocol.Network.Headers, name: string): string | null {
  const found = Object.entries(headers).find(([one]) => one.toLowerCase() === name);
  return found?.[1] ?? null;
}
