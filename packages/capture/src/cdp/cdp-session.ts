import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.d.ts';
import { CdpError } from './cdp-error.ts';

type Commands = ProtocolMapping.Commands;
type Events = ProtocolMapping.Events;
type Listener = (...params: unknown[]) => void;
type Waiting = {
  method: string;
  resolve(result: unknown, bytes: Buffer | undefined): void;
  reject(error: CdpError): void;
};
/** Sends a command and answers its number. `wantsBytes`: its answer is a picture, to be decoded as it comes. */
type Write = (message: object, wantsBytes: boolean) => number;

/** What of an answer or an event concerns a session. */
export type CdpMessage = {
  id?: number;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { code: number; message: string };
};

/**
 * A conversation with one target of the browser: attached ──target closed, browser gone──► detached. What waits for an
 * answer then fails, and so does every later command.
 */
export class CdpSession {
  readonly #write: Write;
  readonly #waiting = new Map<number, Waiting>();
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #ended = Promise.withResolvers<void>();
  #detached = false;

  constructor(write: Write) {
    this.#write = write;
  }

  get detached(): boolean {
    return this.#detached;
  }

  /** Resolves when the session is detached. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** @throws CdpError */
  send<Method extends keyof Commands>(
    method: Method,
    ...[params]: Commands[Method]['paramsType']
  ): Promise<Commands[Method]['returnType']> {
    if (this.#detached) return Promise.reject(new CdpError(`${method}: the target is gone`));
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#waiting.set(this.#write({ method, params }, false), { method, resolve, reject });
    return promise as Promise<Commands[Method]['returnType']>;
  }

  /** The bytes of the picture. @throws CdpError */
  captureScreenshot(params: Commands['Page.captureScreenshot']['paramsType'][0]): Promise<Buffer> {
    const method = 'Page.captureScreenshot';
    if (this.#detached) return Promise.reject(new CdpError(`${method}: the target is gone`));
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    this.#waiting.set(this.#write({ method, params }, true), {
      method,
      resolve(result, bytes) {
        const { data } = result as Commands['Page.captureScreenshot']['returnType'];
        resolve(bytes ?? Buffer.from(data, 'base64'));
      },
      reject,
    });
    return promise;
  }

  on<Event extends keyof Events>(event: Event, listener: (...params: Events[Event]) => void): void {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners.add(listener as Listener));
  }

  off<Event extends keyof Events>(event: Event, listener: (...params: Events[Event]) => void): void {
    this.#listeners.get(event)?.delete(listener as Listener);
  }

  /** The connection hands over what came for this session. */
  receive({ id, method, params, result, error }: CdpMessage, bytes?: Buffer): void {
    if (id === undefined) {
      for (const listener of this.#listeners.get(method ?? '') ?? []) listener(params);
      return;
    }
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting?.reject(new CdpError(`${waiting.method}: ${error.message}`));
    else waiting?.resolve(result, bytes);
  }

  detach(): void {
    if (this.#detached) return;
    this.#detached = true;
    for (const { method, reject } of this.#waiting.values())
      reject(new CdpError(`${method}: the target went away`));
    this.#waiting.clear();
    this.#ended.resolve();
  }
}
