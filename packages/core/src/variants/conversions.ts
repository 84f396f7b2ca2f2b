import { ConversionError, type ImageConverter } from '@shotclock/images';
import { CoreError } from '../errors.ts';

/** Converts images. A process never runs two identical conversions at the same time. */
export type Conversions = {
  /** @throws CoreError unavailable, rate_limited, conflict (the image would be too large); errors from `prepare` and `use` */
  convert: ImageConverter['convert'];
  /** Runs `work`, or waits for its result if the same work is already running in this process. */
  once<T>(key: string, work: () => Promise<T>): Promise<T>;
};

/** `Retry-After` if too many conversions are waiting. */
const busyRetrySeconds = 2;
/** `Retry-After` after a failed conversion. A retry is likely to fail as well. */
const failedRetrySeconds = 60;

export function createConversions(converter: ImageConverter): Conversions {
  const running = new Map<string, Promise<unknown>>();
  return {
    async convert(kind, options) {
      try {
        return await converter.convert(kind, options);
      } catch (error) {
        throw error instanceof ConversionError ? refusal(error) : error;
      }
    },
    once<T>(key: string, work: () => Promise<T>) {
      const started = running.get(key) ?? work().finally(() => running.delete(key));
      running.set(key, started);
      return started as Promise<T>;
    },
  };
}

function refusal(cause: ConversionError): CoreError {
  const { code, message } = cause;
  if (code === 'too_large') return new CoreError('conflict', message, { cause });
  if (code === 'owner_busy')
    return new CoreError('rate_limited', message, { cause, retryAfterSeconds: busyRetrySeconds });
  const retryAfterSeconds = code === 'busy' ? busyRetrySeconds : failedRetrySeconds;
  return new CoreError('unavailable', message, { cause, retryAfterSeconds });
}
