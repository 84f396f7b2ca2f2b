import type { Command } from 'commander';

/** `shotclock help`, which also explains subcommands. */
export function addHelpCommand(command: Command): void {
  command.action((names: string[]) => {
    let explained = command.parent!;
    for (const name of names) {
      const found = explained.commands.find((one) => one.name() === name);
      if (!found) return explained.error(`unknown command '${name}'`, { code: 'commander.unknownCommand' });
      explained = found;
    }
    explained.help();
  });
}
