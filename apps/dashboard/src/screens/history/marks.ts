import type { Screenshot } from '@shotclock/client';

/** Whether a capture looks different from an earlier one: their pictures are not the same bytes. Undefined if that is not known. */
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

/** The time of a capture in its history, which is in the order of completion. */
export const timeOf = ({ completedAt, createdAt }: Screenshot): Date => new Date(completedAt ?? createdAt);
