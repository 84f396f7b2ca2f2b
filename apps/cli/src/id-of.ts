import { type Command, InvalidArgumentError } from 'commander';

/** Parses an argument that is an ID. */
export function idOf(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('It must be an ID, such as 3.');
  return Number(text);
}

/** Declares that all arguments of a command are IDs. */
export function takeIds(command: Command): Command {
  for (const argument of command.registeredArguments) argument.argParser(idOf);
  return command;
}
