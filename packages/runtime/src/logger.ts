import { type Logger as PinoLogger, pino } from 'pino';
import { redactCredentials } from './redact-credentials.ts';

export type Logger = PinoLogger;

const SECRET_KEYS = ['databaseUrl', 'redisUrl', 'accessKey', 'secretKey', 'authorization', 'x-api-key'];

/** Bytes of lines that are kept while they cannot be written, as on a full disk; later ones are dropped. */
const KEPT_BYTES = 1_048_576;

/**
 * A logger that writes JSON lines to standard output, at once, so that nothing is lost when the process ends. Output that
 * takes none is no fault of the process: its work goes on. Credentials in URLs are masked in whatever is logged, errors'
 * messages and stacks included.
 */
export function createLogger({ name, level }: { name: string; level: string }): Logger {
  const output = pino.destination({ dest: 1, sync: true, maxLength: KEPT_BYTES });
  output.on('error', () => undefined);
  const options = {
    name,
    level,
    redact: {
      paths: SECRET_KEYS.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`]),
      censor: '***',
    },
    hooks: { streamWrite: redactCredentials },
  };
  return pino(options, output);
}
