import { inMebibytes, messageLimits, tooManyEvents } from '../model/capture-budget.ts';
import { Base64Decoder } from './base64-decoder.ts';
import { handledEvents } from './handled-events.ts';

export type MessagePart = 'message' | 'image' | 'discarded';

type Handlers = {
  /** One JSON message. */
  message(text: string): void;
  /** The image of the next message, which contains `ticket` instead of the image. */
  image(ticket: string, bytes: Buffer): void;
  /** Called once for each message, including discarded ones. May throw. */
  started(): void;
  /** Called for all data that is received. `image` counts base64 text. May throw. */
  received(part: MessagePart, bytes: number): void;
};

/** Length of the part that identifies a message. Every name in `handledEvents` is shorter. */
const headLength = 64;
/**
 * The start of Chromium's response to `Page.captureScreenshot`. No other command that is sent here has a result that
 * starts in this way.
 */
const screenshotHead = /^\{"id":\d+,"result":\{"data":"/;
const eventHead = '{"method":"';

type Kind = 'message' | 'networkEvent' | 'screenshot' | 'discarded';

function kindOf(head: string): Kind {
  if (!head.startsWith(eventHead)) return screenshotHead.test(head) ? 'screenshot' : 'message';
  const method = head.slice(eventHead.length, head.indexOf('"', eventHead.length));
  if (!handledEvents.has(method)) return 'discarded';
  return method.startsWith('Network.') ? 'networkEvent' : 'message';
}

/**
 * Splits the byte stream of `--remote-debugging-pipe` at the NUL after each message. The start of a message determines how the
 * rest is read:
 *
 * - An event without a handler is discarded while it is being received. A page determines the size of some events, such
 * as WebSocket frames.
 * - A screenshot is decoded from base64 chunk by chunk, and its message contains a short ticket instead. As a JSON
 * string, each screenshot would leave megabytes of garbage, and collecting it would take more CPU time than everything
 * else that the worker process does for a capture.
 * - Other messages are kept if they do not exceed `messageLimits`.
 *
 * The returned function must not be called again after it has thrown.
 * @throws CaptureError `too_many_events` if a message is too large; errors from the handlers
 */
export function splitMessages(handlers: Handlers): (chunk: Buffer) => void {
  /**
   * The part of the current message that has been received: its head until the kind of message is known, then the part to
   * keep.
   */
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  let kind: Kind | null = null;
  let screenshot: Base64Decoder | null = null;
  let screenshots = 0;

  const keep = (part: Buffer) => {
    pending.push(part);
    pendingBytes += part.length;
    if (kind === 'networkEvent' && pendingBytes > messageLimits.networkEvent) {
      pending = [];
      kind = 'discarded';
    } else if (pendingBytes > messageLimits.message)
      throw tooManyEvents(`a message of more than ${inMebibytes(messageLimits.message)}`);
  };
  const decode = (part: Buffer) => {
    screenshot ??= new Base64Decoder();
    const rest = screenshot.decode(part);
    handlers.received('image', part.length - rest.length);
    handlers.received('message', rest.length);
    keep(rest);
  };
  const beginScreenshot = (part: Buffer) => {
    const head = screenshotHead.exec(part.toString('latin1', 0, headLength))![0].length;
    screenshots += 1;
    handlers.received('message', head);
    keep(part.subarray(0, head));
    keep(Buffer.from(`image:${screenshots}`));
    decode(part.subarray(head));
  };
  const add = (part: Buffer, last: boolean) => {
    if (kind === 'screenshot') return decode(part);
    if (kind !== null) {
      handlers.received(kind === 'discarded' ? 'discarded' : 'message', part.length);
      if (kind !== 'discarded') keep(part);
      return;
    }
    const whole = pending.length === 0 ? part : Buffer.concat([...pending, part]);
    if (whole.length < headLength && !last) {
      pending = [whole];
      return;
    }
    pending = [];
    kind = kindOf(whole.toString('latin1', 0, headLength));
    handlers.started();
    if (kind === 'screenshot') beginScreenshot(whole);
    else add(whole, last);
  };
  const end = () => {
    const text =
      kind === 'discarded' ? null : (pending.length === 1 ? pending[0]! : Buffer.concat(pending)).toString();
    const image = screenshot?.bytes();
    pending = [];
    pendingBytes = 0;
    kind = null;
    screenshot = null;
    if (image) handlers.image(`image:${screenshots}`, image);
    if (text !== null) handlers.message(text);
  };

  return (chunk) => {
    let start = 0;
    for (let at = chunk.indexOf(0); at !== -1; at = chunk.indexOf(0, start)) {
      add(chunk.subarray(start, at), true);
      start = at + 1;
      end();
    }
    if (start < chunk.length) add(chunk.subarray(start), false);
  };
}
