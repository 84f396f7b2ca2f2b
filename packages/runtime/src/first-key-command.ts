import { settings } from './settings.ts';

const command = 'npx pnpm@12 shotclock key create --name admin --scopes read,write,admin';

/**
 * The command that creates a key with all scopes, as a new installation with AUTH_MODE=api-key names it. It is a command of a POSIX shell.
 * @param dataDir the absolute DATA_DIR by which the command finds the database; null when it finds it by DATABASE_URL
 */
export function firstKeyCommand(dataDir: string | null): string {
  const { type, default: standard } = settings.DATA_DIR;
  if (dataDir === null || dataDir === type.parse(standard!)) return command;
  return `DATA_DIR=${quoted(dataDir)} ${command}`;
}

const quoted = (text: string): string =>
  /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
