// A transaction that notifies holds a database-wide lock while it commits and waits for the disk. Requests and claims, which also
// notify, would then commit one after the other. Notifications of new work are therefore sent after the commit. They are lost if
// the process dies right after the commit, so schedulers also poll.

/** The channel of these notifications. */
export const workChannel = 'shotclock_work';

/** Transactions that add new work. */
const withWork = new WeakSet<object>();

/** Notifies the schedulers after the transaction, which must be run by `Database.transaction`, has committed. */
export function notifyWork(tx: object): void {
  withWork.add(tx);
}

/**
 * @param send sends one notification of new work. `send` is called again only after the previous call has ended: one notification
 * covers all transactions committed before it is sent
 * @returns a function that must be called with each committed transaction
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
