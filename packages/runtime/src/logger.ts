import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';
import { redactCredentials } from './redact-credentials.ts';

export type Logger = PinoLogger;

const secretKeys = [
  'databaseUrl',
  'redisUrl',
  'linkSecrets',
  'secretsKeys',
  'accessKey',
  'secretKey',
  'authorization',
  'x-api-key',
  'cookie',
  'set-cookie',
];

/**
 * Log lines that cannot be written, for example because the disk is full, are buffered up to this size. Further lines are
 * dropped.
 */
const bufferedBytes = 1_048_576;

/**
 * Creates a logger that writes JSON lines to standard output synchronously, so that no line is lost when the process
 * exits. Errors while writing do not affect the process. Credentials in URLs, API keys and link signatures are replaced
 * with `***` in every line, including error messages and stacks.
 */
export function createLogger(
  { name, level }: { name: string; level: string },
  output: DestinationStream = standardOutput(),
): Logger {
  const options = {
    name,
    level,
    redact: {
      paths: secretKeys.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`]),
      censor: '***',
    },
    hooks: { streamWrite: redactCredentials },
  };
  return pino(options, output);
}

function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, maxLength: bufferedBytes });
  output.on('error', () => undefined);
  return output;
}
