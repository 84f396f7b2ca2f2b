import type { Command } from 'commander';

type Word = { word: string; description: string };
/** A command with its full name, which is empty for the program itself. */
export type CompletedCommand = {
  name: string;
  commands: Word[];
  options: (Word & { takesValue: boolean })[];
};

/** Returns a program and all its commands. */
export function completionTree(command: Command, name = ''): CompletedCommand[] {
  const help = command.createHelp();
  const commands = help.visibleCommands(command).filter((one) => one.name() !== 'help');
  const node = {
    name,
    commands: commands.map((one) => ({ word: one.name(), description: one.description() })),
    options: help.visibleOptions(command).map(({ long, description, required, optional }) => ({
      word: long!,
      description,
      takesValue: required || optional,
    })),
  };
  return [node, ...commands.flatMap((one) => completionTree(one, `${name} ${one.name()}`.trim()))];
}
