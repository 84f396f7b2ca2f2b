// A transaction that sends notifications holds a database-wide lock while it commits and waits for the disk. Requests and
// claims also send notifications, so their commits would run one after the other. Notifications about new work are
// therefore sent after the commit. They are lost if the process dies right after the commit, so schedulers also poll.

/** The channel for these notifications. */
export const workChannel = 'shotclock_work';

/** Transactions that have added new work. */
const withWork = new WeakSet<object>();

/** Notifies the schedulers once the transaction has committed. The transaction must be run by `Database.transaction`. */
export function notifyWork(tx: object): void {
  withWork.add(tx);
}

/**
 * @param send sends one notification about new work, which covers all transactions committed before it is sent. It is called again only after the previous call has finished
 * @returns a function to call with each committed transaction
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
