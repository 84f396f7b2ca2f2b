import type { Command } from 'commander';

/** Adds examples to the help of a command: command lines, each with what it does. */
export function withExamples(command: Command, examples: Record<string, string>): Command {
  const width = Math.max(...Object.keys(examples).map((line) => line.length));
  const lines = Object.entries(examples).map(([line, what]) => `  ${line.padEnd(width)}   # ${what}`);
  return command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
}
