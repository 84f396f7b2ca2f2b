/**
 * Slots that all egress sessions of a process share. A session can take a slot if it holds fewer than `perSession` slots
 * and either the process holds fewer than `total` or the session holds fewer than `reserved`. A session that takes as
 * many slots as possible therefore never delays the first slots of another session. The process holds at most `total`
 * slots plus `reserved` for each session.
 */
export type SlotLimits = { total: number; perSession: number; reserved: number };

export type SessionSlots = {
  /** Takes a slot immediately, or returns the limit that prevents this. */
  tryTake(): 'taken' | 'session_limit' | 'process_limit';
  /**
   * Takes a slot as soon as one is free. Waiting sessions are served round-robin.
   * @throws `signal.reason`
   */
  take(signal: AbortSignal): Promise<void>;
  release(): void;
};

export type SharedSlots = {
  openSession(perSession?: number): SessionSlots;
};

export function createSharedSlots(limits: SlotLimits): SharedSlots {
  let taken = 0;
  /**
   * Functions that serve the next waiter of a session and return whether it received a slot. The session that was served
   * most recently is last.
   */
  const waiting = new Set<() => boolean>();

  const serveWaiting = () => {
    for (const serveSession of waiting) {
      if (!serveSession()) continue;
      serveWaiting();
      return;
    }
  };

  return {
    openSession(perSession = limits.perSession) {
      let own = 0;
      const waiters = new Set<() => void>();

      const tryTake = () => {
        if (own >= perSession) return 'session_limit';
        if (taken >= limits.total && own >= limits.reserved) return 'process_limit';
        own += 1;
        taken += 1;
        return 'taken';
      };

      const serveSession = () => {
        const [waiter] = waiters;
        if (!waiter || tryTake() !== 'taken') return false;
        removeWaiter(waiter);
        if (waiting.delete(serveSession)) waiting.add(serveSession);
        waiter();
        return true;
      };

      const removeWaiter = (waiter: () => void) => {
        waiters.delete(waiter);
        if (waiters.size === 0) waiting.delete(serveSession);
      };

      return {
        tryTake,
        async take(signal) {
          signal.throwIfAborted();
          if (waiters.size === 0 && tryTake() === 'taken') return;
          const { promise, resolve, reject } = Promise.withResolvers<void>();
          waiters.add(resolve);
          waiting.add(serveSession);
          const abort = () => {
            removeWaiter(resolve);
            reject(signal.reason);
          };
          signal.addEventListener('abort', abort, { once: true });
          await promise.finally(() => signal.removeEventListener('abort', abort));
        },
        release() {
          own -= 1;
          taken -= 1;
          serveWaiting();
        },
      };
    },
  };
}
