import type { Screenshot } from '@shotclock/client';
import type { Captures } from './use-captures.ts';
import type { Missing } from './use-opening.ts';

/** A capture and its index among the captures of its item; both are undefined until they are known. */
export type Position = {
  index: number | undefined;
  capture: Screenshot | undefined;
  missing: Missing;
};

/** @param id null for the newest capture */
export function positionOf(id: number | null, captures: Captures): Position {
  const { total, at, indexOf, other, missingOf } = captures;
  const index = id === null ? newestIndex(total) : indexOf(id);
  if (index !== undefined) return { index, capture: at(index), missing: null };
  const isOther = id !== null && other?.id === id;
  return { index, capture: isOther ? other : undefined, missing: id === null ? null : missingOf(id) };
}

const newestIndex = (total: number): number | undefined => (total === 0 ? undefined : total - 1);
