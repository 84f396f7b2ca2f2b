import { type CaptureBudget, inMebibytes, tooManyEvents } from '../model/capture-budget.ts';
import type { MessagePart } from './split-messages.ts';

export type MessageBudget = Pick<CaptureBudget, 'messages' | 'messageBytes'> & {
  /** Total bytes of all screenshot images. */
  imageBytes: number;
};

/** Counts what a browser sends during one capture. */
export class MessageMeter {
  readonly #budget: MessageBudget;
  #messages = 0;
  #messageBytes = 0;
  #imageBytes = 0;
  #discardedBytes = 0;

  constructor(budget: MessageBudget) {
    this.#budget = budget;
  }

  /** Bytes received since the start of the capture: the maximum that the worker can hold for it. */
  get keptBytes(): number {
    return this.#messageBytes + this.#imageBytes;
  }

  /** @throws CaptureError `too_many_events` */
  started(): void {
    this.#messages += 1;
    const { messages } = this.#budget;
    if (this.#messages > messages) throw tooManyEvents(`more than ${messages} browser messages`);
  }

  /** @throws CaptureError `too_many_events` */
  received(part: MessagePart, bytes: number): void {
    const { messageBytes, imageBytes } = this.#budget;
    if (part === 'image') this.#imageBytes += (bytes * 3) / 4;
    else if (part === 'message') this.#messageBytes += bytes;
    else this.#discardedBytes += bytes;
    if (this.#messageBytes + this.#discardedBytes > messageBytes)
      throw tooManyEvents(`more than ${inMebibytes(messageBytes)} of browser messages`);
    if (this.#imageBytes > imageBytes)
      throw tooManyEvents(`an image of more than ${inMebibytes(imageBytes)}`);
  }
}
