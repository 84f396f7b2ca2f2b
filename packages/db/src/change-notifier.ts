// A transaction that sends notifications holds a database-wide lock during its commit, which settlements must avoid. A
// process therefore reports changes after its commits, in a single statement for all changes within a short time. If a
// process is killed before this statement, its changes are never reported, so listeners also poll the tables (ADR 80).

/** The channel for these notifications. The payload is a comma-separated list of account IDs. */
export const changesChannel = 'shotclock_changes';

const intervalMs = 200;
/** A payload has at most 8,000 bytes, and an ID at most 16 digits. */
const accountsPerPayload = 400;

export type ChangeNotifier = {
  /** Notifies listeners that an account has changes. Call this after the commit. Never throws. */
  changed(accountId: number): void;
  /** Sends the remaining notifications and ignores later changes. */
  close(): void;
};

/** @param send sends one notification per payload */
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
      // Send the first change immediately, together with simultaneous changes.
      timer ??= setTimeout(flush, 0);
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      flush();
    },
  };
}
