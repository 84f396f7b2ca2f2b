import { freeBytes } from './free-bytes.ts';

const quote = '"'.charCodeAt(0);
/**
 * Large enough that the allocator returns freed blocks to the system (`mallocSettings`). Smaller blocks would fragment
 * the heap.
 */
const blockBytes = 1_024 * 1_024;

/** Decodes base64 text that is received in chunks of any length and ends at a quotation mark. */
export class Base64Decoder {
  readonly #blocks: { bytes: Buffer; used: number }[] = [];
  /** Up to three characters that do not yet form a group of four. */
  #rest = '';
  #ended = false;

  /** Returns the data after the text, starting with the quotation mark. */
  decode(part: Buffer): Buffer {
    if (this.#ended) return part;
    const end = part.indexOf(quote);
    const characters = this.#rest + part.toString('latin1', 0, end === -1 ? part.length : end);
    this.#ended = end !== -1;
    const whole = this.#ended ? characters.length : characters.length - (characters.length % 4);
    this.#write(characters.slice(0, whole));
    this.#rest = characters.slice(whole);
    return this.#ended ? part.subarray(end) : part.subarray(part.length);
  }

  #write(text: string): void {
    const maxBytes = Math.ceil(text.length / 4) * 3;
    let block = this.#blocks.at(-1);
    if (!block || block.used + maxBytes > block.bytes.length) {
      block = { bytes: Buffer.allocUnsafeSlow(Math.max(blockBytes, maxBytes)), used: 0 };
      this.#blocks.push(block);
    }
    block.used += block.bytes.write(text, block.used, 'base64');
  }

  /**
   * Returns the decoded bytes. Call this only once, because it frees the blocks; otherwise they would occupy memory until
   * the next garbage collection.
   */
  bytes(): Buffer {
    const bytes = Buffer.concat(this.#blocks.map((block) => block.bytes.subarray(0, block.used)));
    for (const block of this.#blocks) freeBytes(block.bytes);
    return bytes;
  }
}
