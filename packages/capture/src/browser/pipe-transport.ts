import type { Readable, Writable } from 'node:stream';
import type { ConnectionTransport } from 'puppeteer';
import { splitMessages } from './split-messages.ts';

/**
 * Puppeteer's connection to a browser over its two pipes. Unlike Puppeteer's own transport, it keeps the bytes of screenshots out
 * of the JSON messages.
 */
export class PipeTransport implements ConnectionTransport {
  onmessage?: ConnectionTransport['onmessage'];
  onclose?: ConnectionTransport['onclose'];
  readonly #toBrowser: Writable;
  readonly #images = new Map<string, Buffer>();
  #closed = false;

  constructor(fromBrowser: Readable, toBrowser: Writable) {
    this.#toBrowser = toBrowser;
    fromBrowser.on(
      'data',
      splitMessages({
        message: (text) => this.onmessage?.(text),
        image: (ticket, bytes) => this.#images.set(ticket, bytes),
      }),
    );
    const close = () => this.close();
    fromBrowser.once('close', close);
    // Pipes of a browser that exits emit errors such as EPIPE.
    fromBrowser.on('error', close);
    toBrowser.on('error', close);
  }

  send(message: string): void {
    this.#toBrowser.write(`${message}\0`);
  }

  /** The image that the `data` of a response to `Page.captureScreenshot` stands for. Each can be taken once. */
  takeImage(data: string): Buffer {
    const image = this.#images.get(data);
    this.#images.delete(data);
    // If the beginning of the response arrived in two chunks, `data` is the image itself, in base64.
    return image ?? Buffer.from(data, 'base64');
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.onclose?.();
  }
}
