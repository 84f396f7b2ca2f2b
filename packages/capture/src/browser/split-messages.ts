type Handlers = {
  /** One JSON message. */
  message(text: string): void;
  /** The image of the message that follows. That message contains `ticket` instead of the image. */
  image(ticket: string, bytes: Buffer): void;
};

/**
 * Splits the byte stream of `--remote-debugging-pipe` at the NUL after each message. A screenshot is decoded from base64 chunk by
 * chunk, and its message gets a short ticket instead. As one JSON string, each screenshot would leave megabytes of garbage, which
 * would cost the worker process more CPU time than everything else it does for a capture.
 */
export function splitMessages({ message, image }: Handlers): (chunk: Buffer) => void {
  let pending: Buffer[] = [];
  let screenshot: Base64Decoder | null = null;
  let screenshots = 0;
  let ticket = '';

  const add = (part: Buffer) => {
    if (screenshot) return void pending.push(screenshot.decode(part));
    pending.push(part);
    if (pending.length > 1) return;
    const start = screenshotStart(part);
    if (start === null) return;
    screenshot = new Base64Decoder();
    screenshots += 1;
    ticket = `image:${screenshots}`;
    pending = [part.subarray(0, start), Buffer.from(ticket), screenshot.decode(part.subarray(start))];
  };

  return (chunk) => {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      add(chunk.subarray(start, end));
      const text = (pending.length === 1 ? pending[0]! : Buffer.concat(pending)).toString('utf8');
      const bytes = screenshot?.bytes();
      pending = [];
      screenshot = null;
      start = end + 1;
      if (bytes) image(ticket, bytes);
      message(text);
    }
    if (start < chunk.length) add(chunk.subarray(start));
  };
}

/** How Chromium's response to `Page.captureScreenshot` begins. No other command that is sent here has a result like it. */
const responseHead = /^\{"id":\d+,"result":\{"data":"/;
const longestHead = 64;

/** Where the base64 text begins; null when the message is not a screenshot, or its first chunk is too short to tell. */
function screenshotStart(part: Buffer): number | null {
  return responseHead.exec(part.toString('latin1', 0, longestHead))?.[0].length ?? null;
}

const quote = '"'.charCodeAt(0);

/** Decodes base64 text that arrives in chunks of any length and ends at a quotation mark. */
class Base64Decoder {
  readonly #parts: Buffer[] = [];
  /** Less than the four characters that encode three bytes. */
  #rest = '';
  #ended = false;

  /** Returns what follows the quotation mark. */
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
