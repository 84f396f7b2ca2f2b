import { CommanderError } from 'commander';
import { exitCodes } from '../exit-codes.ts';
import type { Output } from '../output.ts';
import type { CopiedObjects } from './copy-objects.ts';

export const describeObjects = ({ count, bytes }: CopiedObjects): string =>
  `${count} objects (${(bytes / 1_000_000).toFixed(1)} MB)`;

/** @throws CommanderError if objects are damaged, after printing their keys to standard error */
export function failIfDamaged({ damaged }: CopiedObjects, { printNote }: Output): void {
  if (damaged.length === 0) return;
  for (const key of damaged) printNote(`damaged ${key}`);
  printNote(
    `${damaged.length} objects are damaged. \`shotclock storage check --repair\` lets captures write them again.`,
  );
  throw new CommanderError(exitCodes.faults, 'shotclock.faults', 'Objects are damaged.');
}
