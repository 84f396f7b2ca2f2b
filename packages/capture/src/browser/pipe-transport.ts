import type { Readable, Writable } from 'node:stream';
import type { ConnectionTransport } from 'puppeteer';
import { CaptureError } from '../model/capture-error.ts';
import { type MessageBudget, MessageMeter } from './message-meter.ts';
import { splitMessages } from './split-messages.ts';

const mebibyte = 1_024 * 1_024;
/**
 * Limits what a browser may send between two captures: events of a page that was closed, and responses to launch
 * commands. Otherwise, a browser that a page controls could fill the memory of this process, and no capture would be
 * charged for it.
 */
const idleBudget: MessageBudget = { messages: 10_000, messageBytes: 8 * mebibyte, imageBytes: 0 };

/** Until disposed, limits what the browser sends during one capture. */
export type MessageGuard = Disposable & {
  /** Bytes of messages and images kept since the guard was created. */
  keptBytes(): number;
};

type Guarded = { meter: MessageMeter; failed: (error: CaptureError) => void };

const idle = (): Guarded => ({ meter: new MessageMeter(idleBudget), failed: () => undefined });

/**
 * Puppeteer's connection to a browser over its two pipes. Unlike Puppeteer's own transport, it keeps screenshot bytes out
 * of the JSON messages, discards events that have no handler, and limits how much it reads. No message from the browser
 * can terminate the process: after a failure, the connection ignores all subsequent messages.
 */
export class PipeTransport implements ConnectionTransport {
  onmessage?: ConnectionTransport['onmessage'];
  onclose?: ConnectionTransport['onclose'];
  /** Called once if the browser sends too much data or an invalid message. The browser must then be killed. */
  onfailure?: (error: Error) => void;
  readonly #toBrowser: Writable;
  readonly #images = new Map<string, Buffer>();
  #guarded: Guarded = idle();
  #failed = false;
  #closed = false;

  constructor(fromBrowser: Readable, toBrowser: Writable) {
    this.#toBrowser = toBrowser;
    const split = splitMessages({
      message: (text) => this.#deliver(text),
      image: (ticket, bytes) => this.#images.set(ticket, bytes),
      started: () => this.#guarded.meter.started(),
      received: (part, bytes) => this.#guarded.meter.received(part, bytes),
    });
    fromBrowser.on('data', (chunk: Buffer) => {
      // Keep reading the pipe to its end, because Node.js reports the exit of a process only after its pipes are closed.
      if (this.#failed) return;
      try {
        split(chunk);
      } catch (error) {
        this.#fail(error);
      }
    });
    const close = () => this.close();
    fromBrowser.once('close', close);
    // The pipes of an exiting browser emit errors such as EPIPE.
    fromBrowser.on('error', close);
    toBrowser.on('error', close);
  }

  send(message: string): void {
    this.#toBrowser.write(`${message}\0`);
  }

  /**
   * Limits the messages during one capture. `failed` is called at most once. When the guard is disposed, images that have
   * not been taken are discarded.
   */
  guard(budget: MessageBudget, failed: (error: CaptureError) => void): MessageGuard {
    const meter = new MessageMeter(budget);
    const guarded = { meter, failed };
    this.#guarded = guarded;
    return {
      keptBytes: () => meter.keptBytes,
      [Symbol.dispose]: () => {
        if (this.#guarded !== guarded) return;
        this.#guarded = idle();
        this.#images.clear();
      },
    };
  }

  /**
   * Returns the image for a `Page.captureScreenshot` response, whose `data` contains a ticket. Each image can be taken
   * once.
   */
  takeImage(data: string): Buffer {
    const image = this.#images.get(data);
    if (!image) throw new Error(`There is no image ${data.slice(0, 20)}.`);
    this.#images.delete(data);
    return image;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.onclose?.();
  }

  #deliver(text: string): void {
    // Puppeteer handles messages asynchronously, so an invalid message would cause an unhandled rejection.
    const handled: unknown = this.onmessage?.(text);
    if (handled instanceof Promise) handled.catch((error) => this.#fail(error));
  }

  #fail(cause: unknown): void {
    if (this.#failed) return;
    this.#failed = true;
    const error =
      cause instanceof CaptureError
        ? cause
        : new CaptureError('browser_crashed', 'The browser sent an invalid message.', { cause });
    this.#guarded.failed(error);
    this.onfailure?.(error);
  }
}
