import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';
import { standardOutput } from './log-file.ts';
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
 * Creates a logger that writes JSON lines, by default to standard output (see `openLog`). Credentials in URLs, API keys
 * and link signatures are replaced with `***` in every line, including error messages and stacks.
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
