import type { CaptureFailureCode } from '@shotclock/contracts/failure-codes';
import type { Capture, CaptureRequest } from '../../src/index.ts';

export type HostileCase = {
  path: string;
  settings?: Partial<CaptureRequest>;
  /** In milliseconds; short for pages that hang. */
  deadlineMs?: number;
  /** Possible outcomes: a capture with or without the mark, or a failure code. */
  outcomes: readonly ('captured' | 'captured without mark' | CaptureFailureCode)[];
  /** Notes of a capture; none if omitted. */
  notes?: readonly RegExp[];
  /** Notes whose presence depends on the speed of the machine. */
  optionalNotes?: readonly RegExp[];
  /** An additional check of the capture. */
  check?: (capture: Capture) => boolean;
};

export const notLoaded = /^page_loaded was not reached within 1 s\.$/;
export const tooMuch = /refused: the capture received more than \d+ bytes\.$/;
export const hanging = { deadlineMs: 2_500 };
export const soft = { waitUntilTimeoutMs: 1_000 };
export const extracted = { extractHtml: true, extractText: true };

export const captured = (...paths: string[]): HostileCase[] =>
  paths.map((path) => ({ path, outcomes: ['captured'] }));
/** Only a timeout has a short wait, because 20 redirects take longer than a second on a busy machine. */
export const fails = (code: CaptureFailureCode, ...paths: string[]): HostileCase[] =>
  paths.map((path) => ({ path, outcomes: [code], ...(code === 'timed_out' && { settings: soft }) }));
/** The document is received, but never finishes loading. */
export const neverLoads = (...paths: string[]): HostileCase[] =>
  paths.map((path) => ({ path, settings: soft, outcomes: ['captured'], notes: [notLoaded] }));
/** The page blocks its browser until the deadline. */
export const hangs = (...paths: string[]): HostileCase[] =>
  paths.map((path) => ({ path, settings: soft, ...hanging, outcomes: ['deadline_exceeded'] }));
/** The outcome depends on timing. */
export const either = (outcomes: HostileCase['outcomes'], ...paths: string[]): HostileCase[] =>
  paths.map((path) => ({ path, settings: soft, deadlineMs: 3_000, outcomes, notes: [/./] }));
/** An error page is captured with a note. */
export const status = (path: string, note: string): HostileCase => ({
  path,
  outcomes: ['captured'],
  notes: [new RegExp(`^The page responded with ${note}\\.$`)],
});
