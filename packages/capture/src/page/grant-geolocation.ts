import type { CDPSession, Protocol } from 'puppeteer';
import type { CaptureRequest } from '../model/capture-types.ts';

/** Maximum number of origins. A page with more redirects than this is not loaded. */
const maxOrigins = 32;

/**
 * Lets the page read its position without a prompt: in its own browser context, and for the origin of its URL and of
 * every document that it redirects or navigates to. Resolves when the permission has been granted for the URL.
 */
export async function grantGeolocation(
  root: CDPSession,
  client: CDPSession,
  {
    url,
    browserContextId,
    frameId,
  }: Pick<CaptureRequest, 'url'> & { browserContextId: string; frameId: string },
): Promise<void> {
  const granted = new Set<string>();
  const grant = async (url: string) => {
    const origin = URL.canParse(url) ? new URL(url).origin : 'null';
    if (origin === 'null' || granted.has(origin) || granted.size === maxOrigins) return;
    granted.add(origin);
    await root.send('Browser.grantPermissions', { permissions: ['geolocation'], origin, browserContextId });
  };
  client.on('Network.requestWillBeSent', (event: Protocol.Network.RequestWillBeSentEvent) => {
    if (event.frameId === frameId && event.type === 'Document')
      grant(event.request.url).catch(() => undefined);
  });
  await grant(url);
}
