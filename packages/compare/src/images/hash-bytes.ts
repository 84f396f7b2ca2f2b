/** Returns a fast, non-cryptographic 53-bit hash of the bytes, which consists of two multiplicative 32-bit hashes. */
export function hashBytes(bytes: Uint8Array): number {
  let [one, other] = [0x811c9dc5, 0x9e3779b1];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    one = Math.imul(one ^ byte, 0x01000193);
    other = Math.imul(other ^ byte, 0x85ebca6b);
  }
  // The low bits of a product depend only on the low bits of its factors.
  one ^= one >>> 15;
  other ^= other >>> 13;
  return (one >>> 0) * 0x200000 + (other >>> 11);
}
