/**
 * Frees the bytes of a large buffer immediately. Garbage collection would free these bytes later, and the memory of other
 * threads does not trigger one. No other code may still use the buffer. A buffer that is part of another one is not
 * freed.
 */
export function freeBytes({ buffer, byteLength }: Buffer): void {
  if (buffer.byteLength === byteLength) (buffer as ArrayBuffer).transfer(0);
}
