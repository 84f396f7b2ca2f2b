import { CommanderError } from 'commander';
import type { CopiedObjects } from './copy-objects.ts';

export const describeObjects = ({ count, bytes }: CopiedObjects): string =>
  `${count} objects (${(bytes / 1_000_000).toFixed(1)} MB)`;

/** @throws CommanderError if objects are damaged. The command then exits with 2, as `storage check` does */
export function failIfDamaged({ damaged }: CopiedObjects): void {
  if (damaged.length === 0) return;
  const list = damaged.slice(0, 10).join(', ');
  throw new CommanderError(2, 'shotclock.faults', `${damaged.length} objects are damaged: ${list}`);
}
