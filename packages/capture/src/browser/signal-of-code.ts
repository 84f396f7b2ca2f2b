import { constants } from 'node:os';

/** The shell of an isolated browser reports a signal that ended the browser as an exit code of 128 plus the signal number. */
export function signalOfCode(code: number | null | undefined): string | undefined {
  return Object.entries(constants.signals).find(([, number]) => code === 128 + number)?.[0];
}
