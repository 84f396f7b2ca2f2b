import type { Screenshot } from '@shotclock/client';

/** Whether a capture looks different from the one before: their pictures are not the same bytes. Undefined if that is not known. */
export function looksDifferent(before: Screenshot | undefined, capture: Screenshot): boolean | undefined {
  const one = before?.capture?.image?.sha256;
  const two = capture.capture?.image?.sha256;
  return one === undefined || two === undefined ? undefined : one !== two;
}

/** Whether a capture has a picture, or will have one. */
export const hasPicture = ({ status }: Screenshot): boolean => status === 'SUCCESS';
