// A transaction that notifies holds a lock of the whole database while it commits, which settlements must not do. A process therefore
// reports changes after its commits, with one statement for all changes within a short time. A process that is killed before reports nothing:
// listeners also read the tables at intervals (ADR 80).

/** The channel of these notifications. The payload is a list of account IDs, separated by commas. */
export const changesChannel = 'shotclock_changes';

const intervalMs = 200;
/** A payload has at most 8,000 bytes, and an ID 16 digits. */
const accountsPerPayload = 400;

export type ChangeNotifier = {
  /** Notifies the listeners that something of the account changed. Call it after the commit. Never throws. */
  changed(accountId: number): void;
  /** Sends what has not been sent, and ignores further changes. */
  close(): void;
};

/** @param send sends a notification with each of the payloads */
export function createChangeNotifier(send: (payloads: string[]) => Promise<unknown>): ChangeNotifier {
  const accounts = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function flush(): void {
    timer = undefined;
    if (accounts.size === 0) return;
    const ids = [...accounts];
    accounts.clear();
    const payloads: string[] = [];
    for (let n = 0; n < ids.length; n += accountsPerPayload)
      payloads.push(ids.slice(n, n + accountsPerPayload).join());
    send(payloads).catch(() => undefined);
    if (!isClosed) timer = setTimeout(flush, intervalMs);
  }

  return {
    changed(accountId) {
      if (isClosed) return;
      accounts.add(accountId);
      // The first change is sent at once, together with the others of this moment.
      timer ??= setTimeout(flush, 0);
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      flush();
    },
  };
}
