/**
 * Frees the bytes of a large buffer at once, instead of at a later garbage collection, which memory of other threads does not cause. No other work
 * may still use the buffer. A buffer that is a part of another one is not freed.
 */
export function freeBytes({ buffer, byteLength }: Buffer): void {
  if (buffer.byteLength === byteLength) (buffer as ArrayBuffer).transfer(0);
}
