import { Command } from 'commander';
import { UsageError } from './usage-error.ts';

/** Errors whose remedy is the form of the command. */
const formErrors = ['commander.missingArgument', 'commander.excessArguments'];

/** A command whose usage errors are one line that says what is wrong and what is possible. */
export class CommandLine extends Command {
  override createCommand(name?: string): Command {
    return new CommandLine(name);
  }

  /** @throws UsageError instead of printing an error and exiting */
  override error(message: string, { code = '' }: { code?: string } = {}): never {
    const { parent } = this;
    // The arguments of `schedules foo` reach the default command of `schedules`.
    if (code === 'commander.excessArguments' && parent?.args[0] === this.args[0])
      return parent!.error(`unknown command '${this.args[0]}'`, { code: 'commander.unknownCommand' });
    const problem = message.replace(/^error: /, '').replace('\n', ' ');
    throw new UsageError(problem.replace(/[^.]$/, '$&.'), { remedy: this.#remedyOf(code) });
  }

  #remedyOf(code: string): string | undefined {
    // The message says what the value must be.
    if (code === 'commander.invalidArgument') return undefined;
    if (formErrors.includes(code)) return `Usage: ${this.createHelp().commandUsage(this)}`;
    if (code !== 'commander.unknownCommand') return `\`${this.#fullName()} --help\` explains the options.`;
    if (!this.parent) return `\`${this.name()} --help\` lists the commands.`;
    return `The commands of \`${this.#fullName()}\` are ${this.commands.map((one) => one.name()).join(', ')}.`;
  }

  #fullName(): string {
    return this.parent instanceof CommandLine ? `${this.parent.#fullName()} ${this.name()}` : this.name();
  }
}
