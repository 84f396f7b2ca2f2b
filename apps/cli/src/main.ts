// `pnpm shotclock <noun> <verb>`: manages accounts and API keys in the database, and checks the object store, without the API. Results go to standard output, with
// --json as JSON. Errors go to standard error, with exit code 1.
import { CoreError } from '@shotclock/core';
import { failStart, StartError } from '@shotclock/runtime';
import { Command } from 'commander';
import { addAccountCommands } from './account-commands.ts';
import { addKeyCommands } from './key-commands.ts';
import { addStorageCommands } from './storage-commands.ts';

const program = new Command('shotclock')
  .description('Manages accounts and API keys, and checks the object store.')
  .showHelpAfterError()
  .addHelpText(
    'after',
    '\nThe database is that of DATABASE_URL. If it is unset, it is the embedded one of the running `pnpm start` with this DATA_DIR.',
  );
addAccountCommands(program);
addKeyCommands(program);
addStorageCommands(program);

try {
  await program.parseAsync();
} catch (error) {
  failStart(error instanceof CoreError ? new StartError(error.message, { cause: error }) : error);
}
