import { encodePng } from '@shotclock/testing';

/** A PNG in a single shade of gray, where `gray` is 0 to 255. */
export function shade(gray: number, { width = 600, height = 30 } = {}): Buffer {
  const row = Buffer.concat([Buffer.of(0), Buffer.alloc(3 * width, gray)]);
  return encodePng(width, height, Buffer.concat(Array.from({ length: height }, () => row)));
}
