import { AsyncLocalStorage } from 'node:async_hooks';
import http from 'node:http';
import https from 'node:https';

/** What `minio` calls instead of node:http. */
export type S3Transport = Pick<typeof http, 'request'>;

/** A consumer may read an object slowly; only a store that sends nothing at all for so long is given up. */
const BODY_IDLE_MS = 60_000;

const signals = new AsyncLocalStorage<AbortSignal>();

/** Runs calls of the client whose requests end with the signal: the client takes none itself. */
export function withRequestSignal<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  return signal === undefined ? work() : signals.run(signal, work);
}

/**
 * HTTP(S) that gives up when the store is silent for `timeoutMs` before it answers: the client knows no time-outs of
 * its own.
 */
export function createS3Transport(secure: boolean, timeoutMs: number): S3Transport {
  const { request } = secure ? https : http;
  return {
    request(...args: unknown[]) {
      const [options, onResponse] = args as [http.RequestOptions, (response: http.IncomingMessage) => void];
      const signal = signals.getStore();
      const bounds = { timeout: timeoutMs, ...(signal ? { signal } : {}) };
      const outgoing = request({ ...options, ...bounds }, (response) => {
        outgoing.setTimeout(BODY_IDLE_MS);
        onResponse(response);
      });
      return outgoing.on('timeout', () => outgoing.destroy(new Error('the store is silent')));
    },
  };
}
