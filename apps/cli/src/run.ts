import { startErrorText } from '@shotclock/runtime/start-error';
import { CommanderError } from 'commander';
import { createProgram } from './create-program.ts';
import { exitCodes } from './exit-codes.ts';
import type { Streams } from './output.ts';
import { UsageError } from './usage-error.ts';

/**
 * Runs the command given by the arguments, and returns its exit code.
 * @throws StartError if the command fails
 */
export async function run(given: readonly string[], streams: Streams): Promise<number> {
  const args = given.length === 0 ? ['help'] : given;
  // Completion needs the options of all commands.
  const program = await createProgram(streams, (name) => args.includes(name) || args[0] === 'completion');
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    if (error instanceof UsageError) {
      streams.writeErr(startErrorText(error));
      return exitCodes.usage;
    }
    if (!(error instanceof CommanderError)) throw error;
    const isUsage = error.exitCode !== exitCodes.done && error.code.startsWith('commander.');
    return isUsage ? exitCodes.usage : error.exitCode;
  }
}
