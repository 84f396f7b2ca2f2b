// A transaction that notifies holds a lock of the whole database while it commits, which includes waiting for the disk: then claims,
// which also notify, and other requests commit one after the other. So the notification of new work is sent after the commit. It is
// lost if the process ends in between: schedulers also look at intervals.

/** The channel of these notifications. */
export const workChannel = 'shotclock_work';

/** Transactions with new work. */
const withWork = new WeakSet<object>();

/** Notifies the schedulers after the transaction, which `Database.transaction` runs, has committed. */
export function notifyWork(tx: object): void {
  withWork.add(tx);
}

/**
 * @param send sends one notification of new work. Called again only after the last call has ended: one notification covers all
 * transactions that committed before it is sent
 * @returns must be called with each transaction that has committed
 */
export function createCommitNotifier(send: () => Promise<unknown>): (tx: object) => void {
  let sending = false;
  let again = false;

  async function sendAll(): Promise<void> {
    if (sending) return;
    sending = true;
    while (again) {
      again = false;
      await send().catch(() => undefined);
    }
    sending = false;
  }

  return (tx) => {
    if (!withWork.has(tx)) return;
    again = true;
    void sendAll();
  };
}
