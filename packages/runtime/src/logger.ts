import { type Logger as PinoLogger, pino } from 'pino';
import { redactCredentials } from './redact-credentials.ts';

export type Logger = PinoLogger;

const SECRET_KEYS = ['databaseUrl', 'redisUrl', 'accessKey', 'secretKey', 'authorization', 'x-api-key'];

/**
 * A logger that writes JSON lines to standard output, at once, so that nothing is lost when the process ends.
 * Credentials in URLs are masked in whatever is logged, errors' messages and stacks included.
 */
export function createLogger({ name, level }: { name: string; level: string }): Logger {
  return pino({
    name,
    level,
    redact: {
      paths: SECRET_KEYS.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`]),
      censor: '***',
    },
    hooks: { streamWrite: redactCredentials },
  });
}
