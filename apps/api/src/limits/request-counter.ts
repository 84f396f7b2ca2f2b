/** Counts the long-running requests of this process, such as those that are waiting for a result. */
export type RequestCounter = {
  /** Adds a request and returns the function that removes it. Returns null if the account or the process has too many. */
  add(accountId: number, limits: { perAccount: number; total: number }): (() => void) | null;
  /** The number of requests. */
  total(): number;
};

export function createRequestCounter(): RequestCounter {
  const byAccount = new Map<number, number>();
  let total = 0;
  const change = (accountId: number, by: 1 | -1) => {
    const requests = (byAccount.get(accountId) ?? 0) + by;
    if (requests === 0) byAccount.delete(accountId);
    else byAccount.set(accountId, requests);
    total += by;
  };
  return {
    add(accountId, limits) {
      const ofAccount = byAccount.get(accountId) ?? 0;
      if (ofAccount >= limits.perAccount || total >= limits.total) return null;
      change(accountId, 1);
      return () => change(accountId, -1);
    },
    total: () => total,
  };
}
