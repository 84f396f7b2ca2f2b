import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { urlToHttpOptions } from 'node:url';

const channel = 'http.client.request.created';

/**
 * Destroys requests of this process to a URL that have not ended in time, for libraries that only limit the time between two
 * packets. Otherwise, a server that occasionally sends a byte would keep their requests open forever.
 *
 * @param ms includes connecting, sending and receiving, in milliseconds
 * @returns a function that ends the limit for later requests
 */
export function limitRequestTime(url: string, ms: number): () => void {
  const target = new URL(url);
  const { hostname, path, protocol } = urlToHttpOptions(target);
  const limit = (message: unknown) => {
    const { request } = message as { request: ClientRequest };
    if (request.host !== hostname || request.path !== path || request.protocol !== protocol) return;
    // Requests have their port only in the `Host` header, which settings can replace with another host.
    const sent = URL.parse(`${protocol}//${request.getHeader('host')}`);
    if (sent?.hostname === target.hostname && sent.port !== target.port) return;
    const timer = setTimeout(() => request.destroy(new Error(`no response after ${ms} ms`)), ms);
    timer.unref();
    request.once('close', () => clearTimeout(timer));
  };
  subscribe(channel, limit);
  return () => void unsubscribe(channel, limit);
}
