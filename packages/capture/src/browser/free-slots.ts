import type { BrowserSlot } from './browser-slot.ts';

type Waiter = { resolve(slot: BrowserSlot): void; reject(reason: unknown): void };

/** The free slots, and the captures that are waiting for a slot in order of arrival. */
export class FreeSlots {
  readonly #free: BrowserSlot[];
  readonly #waiters = new Set<Waiter>();

  constructor(slots: readonly BrowserSlot[]) {
    this.#free = [...slots];
  }

  /** @throws the signal's reason */
  async acquire(signal: AbortSignal): Promise<BrowserSlot> {
    signal.throwIfAborted();
    const slot = this.#free.shift();
    if (slot) return slot;
    const { promise, ...waiter } = Promise.withResolvers<BrowserSlot>();
    const abort = () => {
      // Remove the waiter synchronously, because a slot that is released to an aborted capture would be lost.
      this.#waiters.delete(waiter);
      waiter.reject(signal.reason);
    };
    this.#waiters.add(waiter);
    signal.addEventListener('abort', abort, { once: true });
    return promise.finally(() => signal.removeEventListener('abort', abort));
  }

  release(slot: BrowserSlot): void {
    const [next] = this.#waiters;
    if (!next) {
      this.#free.unshift(slot);
      return;
    }
    this.#waiters.delete(next);
    next.resolve(slot);
  }
}
