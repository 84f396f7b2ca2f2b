import type { BrowserSlot } from './browser-slot.ts';

type Waiting = { resolve(slot: BrowserSlot): void; reject(reason: unknown): void };

/** The slots that nobody uses, and those who wait for one, first come, first served. */
export class FreeSlots {
  readonly #free: BrowserSlot[];
  readonly #waiting = new Set<Waiting>();

  constructor(slots: readonly BrowserSlot[]) {
    this.#free = [...slots];
  }

  /** @throws the signal's reason */
  async take(signal: AbortSignal): Promise<BrowserSlot> {
    signal.throwIfAborted();
    const slot = this.#free.shift();
    if (slot) return slot;
    const { promise, ...waiting } = Promise.withResolvers<BrowserSlot>();
    const abort = () => {
      // At once: a slot given to someone who has left would be lost.
      this.#waiting.delete(waiting);
      waiting.reject(signal.reason);
    };
    this.#waiting.add(waiting);
    signal.addEventListener('abort', abort, { once: true });
    return promise.finally(() => signal.removeEventListener('abort', abort));
  }

  give(slot: BrowserSlot): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#free.unshift(slot);
      return;
    }
    this.#waiting.delete(next);
    next.resolve(slot);
  }
}
