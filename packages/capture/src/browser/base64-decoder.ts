const quote = '"'.charCodeAt(0);

/** Decodes base64 text that arrives in chunks of any length and ends at a quotation mark. */
export class Base64Decoder {
  readonly #parts: Buffer[] = [];
  /** Less than the four characters that encode three bytes. */
  #rest = '';
  #ended = false;

  /** Returns what follows the text, beginning with the quotation mark. */
  decode(part: Buffer): Buffer {
    if (this.#ended) return part;
    const end = part.indexOf(quote);
    const characters = this.#rest + part.toString('latin1', 0, end === -1 ? part.length : end);
    this.#ended = end !== -1;
    const whole = this.#ended ? characters.length : characters.length - (characters.length % 4);
    this.#parts.push(Buffer.from(characters.slice(0, whole), 'base64'));
    this.#rest = characters.slice(whole);
    return this.#ended ? part.subarray(end) : part.subarray(part.length);
  }

  bytes(): Buffer {
    return Buffer.concat(this.#parts);
  }
}
