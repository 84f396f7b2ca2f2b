import { AsyncLocalStorage } from 'node:async_hooks';
import http from 'node:http';
import https from 'node:https';

/** The part of node:http that `minio` uses. */
export type S3Transport = Pick<typeof http, 'request'>;

/** Idle timeout while a body is being transferred. It is long, because a client may read an object slowly. */
const bodyIdleTimeoutMs = 60_000;

const signals = new AsyncLocalStorage<AbortSignal>();

/** Runs `work`, whose S3 client requests are aborted with the signal. The client's own methods do not accept a signal. */
export function withRequestSignal<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  return signal === undefined ? work() : signals.run(signal, work);
}

/**
 * HTTP(S) with a timeout of `timeoutMs` until the store responds, and an idle timeout for the body, because the S3 client does
 * not set timeouts.
 */
export function createS3Transport(secure: boolean, timeoutMs: number): S3Transport {
  const { request } = secure ? https : http;
  return {
    request(...args: unknown[]) {
      const [options, onResponse] = args as [http.RequestOptions, (response: http.IncomingMessage) => void];
      const signal = signals.getStore();
      const limits = { timeout: timeoutMs, ...(signal ? { signal } : {}) };
      const outgoing = request({ ...options, ...limits }, (response) => {
        outgoing.setTimeout(bodyIdleTimeoutMs);
        onResponse(response);
      });
      return outgoing.on('timeout', () => outgoing.destroy(new Error('the S3 store does not respond')));
    },
  };
}
