/** `bytes`: what the message's `result.data` said in base64, which is left out of its text. */
export type ReadMessage = { text: string; bytes?: Buffer };

/**
 * Cuts a stream of bytes at its NULs. The picture in an answer that `wantsBytes` names by its number is decoded chunk by
 * chunk as it comes: as one string it would be megabytes of garbage a capture, which costs the worker more than all else.
 */
export function readMessages(
  wantsBytes: (id: number) => boolean,
  handle: (message: ReadMessage) => void,
): (chunk: Buffer) => void {
  let pending: Buffer[] = [];
  let picture: Picture | null = null;

  /** Takes what a message has more; keeps what cannot be read yet. */
  const take = (part: Buffer) => {
    if (picture) return void pending.push(picture.take(part));
    pending.push(part);
    if (pending.length > 1) return;
    const start = pictureStart(part, wantsBytes);
    if (start === null) return;
    picture = new Picture();
    pending = [part.subarray(0, start), picture.take(part.subarray(start))];
  };

  return (chunk) => {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      take(chunk.subarray(start, end));
      const text = (pending.length === 1 ? pending[0]! : Buffer.concat(pending)).toString('utf8');
      const bytes = picture?.bytes();
      pending = [];
      picture = null;
      start = end + 1;
      handle(bytes ? { text, bytes } : { text });
    }
    if (start < chunk.length) take(chunk.subarray(start));
  };
}

/** The answer to `Page.captureScreenshot`, as Chromium writes it. */
const answer = /^\{"id":(\d+),"result":\{"data":"/;
const longestAnswerHead = 64;

/** Where the picture begins in the first part of a message; null when it has none, or comes too short to tell. */
function pictureStart(part: Buffer, wantsBytes: (id: number) => boolean): number | null {
  const head = answer.exec(part.toString('latin1', 0, longestAnswerHead));
  return head && wantsBytes(Number(head[1])) ? head[0].length : null;
}

const quote = '"'.charCodeAt(0);

/** Base64 that comes in parts of any length, up to the quotation mark that ends it. */
class Picture {
  readonly #parts: Buffer[] = [];
  /** Fewer than the four characters that stand for three bytes. */
  #rest = '';
  #ended = false;

  /** Answers what is not the picture's any more. */
  take(part: Buffer): Buffer {
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
