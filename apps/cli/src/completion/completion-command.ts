import { type Command, InvalidArgumentError } from 'commander';
import type { Output } from '../output.ts';
import { withExamples } from '../with-examples.ts';
import { completionScripts, type Shell } from './completion-scripts.ts';
import { completionTree } from './completion-tree.ts';

/** `shotclock completion`. All other commands must be loaded. */
export function addCompletionCommand(command: Command, { streams }: Output): void {
  command.registeredArguments[0]!.argParser(shellOf);
  withExamples(command, {
    'source <(shotclock completion bash)': 'in ~/.bashrc',
    'source <(shotclock completion zsh)': 'in ~/.zshrc, after compinit',
    'shotclock completion fish | source': 'in ~/.config/fish/config.fish',
  });
  command.action((shell: Shell) =>
    streams.writeOut(completionScripts[shell](completionTree(command.parent!))),
  );
}

function shellOf(text: string): Shell {
  if (text in completionScripts) return text as Shell;
  throw new InvalidArgumentError(`It must be one of ${Object.keys(completionScripts).join(', ')}.`);
}
