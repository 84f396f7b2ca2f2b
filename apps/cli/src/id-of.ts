import { InvalidArgumentError } from 'commander';

/** Parses an argument that is an ID. */
export function idOf(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('It must be an ID.');
  return Number(text);
}
