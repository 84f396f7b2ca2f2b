// The limits that this package enforces for a capture. docs/egress.md lists them together with the limits of the egress
// session and the image ("Budget of a capture").
import { CaptureError } from './capture-error.ts';

const mebibyte = 1_024 * 1_024;

/** The resources that the page of one capture may use. A capture that exceeds a limit fails, and its browser is killed. */
export type CaptureBudget = {
  /** Memory of the browser's processes in bytes. Linux only. */
  memoryBytes: number;
  /** CPU time of the browser's processes in milliseconds. Linux only. */
  cpuMs: number;
  /** Number of browser processes. Linux only. */
  processes: number;
  /** Number of threads in all browser processes. Linux only. */
  threads: number;
  /** Number of messages that the browser sends to the worker. */
  messages: number;
  /** Bytes of these messages, excluding the images of screenshots. */
  messageBytes: number;
};

export const defaultBudget: CaptureBudget = {
  memoryBytes: 2_048 * mebibyte,
  // One core for the whole duration of the default deadline.
  cpuMs: 90_000,
  processes: 100,
  threads: 2_000,
  messages: 200_000,
  messageBytes: 512 * mebibyte,
};

/** Limits of a single message from the browser, in bytes. */
export const messageLimits = {
  /** A message that is kept, excluding the image of a screenshot. Text is extracted in pieces of at most 6 MiB. */
  message: 32 * mebibyte,
  /**
   * An event of the Network domain. Larger events are discarded: they must contain a `data:` URL, because other URLs have
   * at most 2 MiB and headers at most 256 KiB.
   */
  networkEvent: 8 * mebibyte,
} as const;

/**
 * Maximum number of bytes in an image of `pixels` pixels. A PNG of random colors takes up to 4 bytes per pixel in
 * Chromium's encoding.
 */
export function imageBytes(pixels: number): number {
  return Math.ceil(pixels * 4.1) + mebibyte;
}

export function tooManyEvents(what: string): CaptureError {
  return new CaptureError('too_many_events', `The page caused ${what}.`);
}

export function inMebibytes(bytes: number): string {
  return `${Math.round(bytes / mebibyte)} MiB`;
}
