import { CoreError } from '@shotclock/core';
import { StartError } from '@shotclock/runtime';
import { Command, CommanderError } from 'commander';
import { addAccountCommands } from './account-commands.ts';
import { addDestinationCommands } from './destination-commands.ts';
import { addKeyCommands } from './key-commands.ts';
import { createOutput } from './output.ts';
import { addStorageCommands } from './storage-commands.ts';

/** Where a command writes its results and reports errors in its arguments. */
export type Streams = { writeOut: (text: string) => void; writeErr: (text: string) => void };

/**
 * Runs the command given by the arguments, and returns its exit code.
 * @throws StartError if the command fails
 */
export async function run(args: readonly string[], streams: Streams): Promise<number> {
  const program = new Command('shotclock')
    .description('Manages accounts and API keys, tests receivers of alerts, and checks the object store.')
    .showHelpAfterError()
    .configureOutput(streams)
    .exitOverride()
    .addHelpText(
      'after',
      '\nUses the database at DATABASE_URL. If that is unset, uses the embedded database of the standalone system that runs with this DATA_DIR.',
    );
  const output = createOutput(streams.writeOut);
  addAccountCommands(program, output);
  addKeyCommands(program, output);
  addDestinationCommands(program, output);
  addStorageCommands(program, output);

  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    if (error instanceof CoreError) throw new StartError(error.message, { cause: error });
    throw error;
  }
}
