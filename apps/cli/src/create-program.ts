import type { Command } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { CommandLine } from './command-line.ts';
import { commandTable } from './command-table.ts';
import { createOutput, type Streams } from './output.ts';
import { startCommand } from './server/cli-command.ts';
import { defaultUrl } from './server/server-options.ts';

/**
 * Creates the parser of the command line.
 * @param loaded whether to load the arguments and options of a command; the help of the program needs only its name
 */
export async function createProgram(streams: Streams, loaded: (name: string) => boolean): Promise<Command> {
  const program = new CommandLine('shotclock')
    .description('Captures web pages, manages schedules, and maintains a Shotclock server.')
    .version(manifest.version, '-V, --version', 'print the version')
    .helpCommand(false)
    .configureOutput(streams)
    .exitOverride();
  const output = createOutput(streams);
  for (const { heading, note, commands } of commandTable()) {
    program.commandsGroup(heading);
    for (const { synopsis, description, load } of commands) {
      const command = program.command(synopsis).description(description);
      if (note !== undefined) command.addHelpText('afterAll', `\n${note}`);
      if (loaded(command.name())) (await load())(command, output);
    }
  }
  return program.addHelpText('after', firstSteps());
}

const firstSteps = (): string => {
  const start = startCommand();
  const steps = start === undefined ? '' : `  ${start.padEnd(49)}   starts a server on this machine\n`;
  return `
First steps:
${steps}  shotclock capture https://example.com -o page.png   captures a page
  shotclock help capture                              explains a command

The commands that use the API need a running server: at SHOTCLOCK_URL, or else at ${defaultUrl}. If the
server requires a key, they read it from SHOTCLOCK_API_KEY. The other commands use the database at DATABASE_URL, or else the
embedded database of the system that runs with this DATA_DIR.`;
};
