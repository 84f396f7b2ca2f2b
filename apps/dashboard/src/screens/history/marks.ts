import type { Screenshot } from '@shotclock/client';

/** Whether a capture's image hash differs from that of an earlier capture; undefined if either hash is unknown. */
export function looksDifferent(
  before: Screenshot | null | undefined,
  capture: Screenshot,
): boolean | undefined {
  const one = before?.capture?.image?.sha256;
  const two = capture.capture?.image?.sha256;
  return one === undefined || two === undefined ? undefined : one !== two;
}

/** Whether a capture has a picture, or will have one. */
export const hasPicture = ({ status }: Screenshot): boolean => status === 'SUCCESS';

/** The time of a capture in the history, which is ordered by completion. */
export const timeOf = ({ completedAt, createdAt }: Screenshot): Date => new Date(completedAt ?? createdAt);
