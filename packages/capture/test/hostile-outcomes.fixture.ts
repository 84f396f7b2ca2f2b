import type { Capture, CaptureFailureCode, CaptureRequest } from '../src/index.ts';

export type HostileCase = {
  path: string;
  settings?: Partial<CaptureRequest>;
  /** Milliseconds; those that hang have little. */
  deadlineMs?: number;
  /** What may come of it: a capture that shows the mark, one that does not, or a failure. */
  becomes: readonly ('captured' | 'captured without mark' | CaptureFailureCode)[];
  /** Notes of a capture; none when left out. */
  notes?: readonly RegExp[];
  /** What else must be so in a capture. */
  sees?: (capture: Capture) => boolean;
};

export const notLoaded = /^page_loaded was not reached within 1 s\.$/;
export const tooMuch = /refused: the capture received more than \d+ bytes\.$/;
export const hanging = { deadlineMs: 2_500 };
export const soft = { waitUntilTimeoutMs: 1_000 };
export const extracted = { extractHtml: true, extractText: true };

export const captured = (...paths: string[]): HostileCase[] =>
  paths.map((path) => ({ path, becomes: ['captured'] }));
export const fails = (code: CaptureFailureCode, ...paths: string[]): HostileCase[] =>
  paths.map((path) => ({ path, becomes: [code], settings: soft }));
/** The page has its document, but its load never comes. */
export const neverLoads = (...paths: string[]): HostileCase[] =>
  paths.map((path) => ({ path, settings: soft, becomes: ['captured'], notes: [notLoaded] }));
/** The page keeps its browser so busy that nothing comes of it. */
export const hangs = (...paths: string[]): HostileCase[] =>
  paths.map((path) => ({ path, settings: soft, ...hanging, becomes: ['deadline_exceeded'] }));
/** What wins depends on the moment, but it is one of these, and in time. */
export const either = (becomes: HostileCase['becomes'], ...paths: string[]): HostileCase[] =>
  paths.map((path) => ({ path, settings: soft, deadlineMs: 3_000, becomes, notes: [/./] }));
/** Notes are not looked at where a capture may or may not have one. */
export const status = (path: string, note: string): HostileCase => ({
  path,
  becomes: ['captured'],
  notes: [new RegExp(`^The page answered ${note}\\.$`)],
});
