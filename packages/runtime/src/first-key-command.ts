import { settings } from './settings/settings.ts';

const { type, default: standardDataDir } = settings.DATA_DIR;

type Installation = {
  /** The shell command that runs the command line (CLI_COMMAND). */
  cliCommand: string;
  /** The absolute DATA_DIR in which the command finds the database; null if DATABASE_URL specifies the database. */
  dataDir: string | null;
};

/**
 * Returns the POSIX shell command that creates a key with all scopes. It is shown by a new installation with
 * AUTH_MODE=api-key.
 */
export function firstKeyCommand({ cliCommand, dataDir }: Installation): string {
  const command = `${cliCommand} key create --name admin --scopes read,write,admin`;
  // A command in a container has the settings of the container.
  if (dataDir === null || cliCommand.startsWith('docker ') || dataDir === type.parse(standardDataDir!))
    return command;
  return `DATA_DIR=${quoted(dataDir)} ${command}`;
}

const quoted = (text: string): string =>
  /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
