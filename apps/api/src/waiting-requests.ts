import type { RequestLimits } from '@shotclock/core';

/** Counts the requests of this process that wait for a result. */
export type WaitingRequests = {
  /** Adds a request, and returns the function that removes it. Null when the account or the process has too many. */
  add(accountId: number, limits: Limits): (() => void) | null;
};

type Limits = Pick<RequestLimits, 'maxWaitingRequestsPerAccount' | 'maxWaitingRequests'>;

export function createWaitingRequests(): WaitingRequests {
  const byAccount = new Map<number, number>();
  let total = 0;
  const change = (accountId: number, by: 1 | -1) => {
    const requests = (byAccount.get(accountId) ?? 0) + by;
    if (requests === 0) byAccount.delete(accountId);
    else byAccount.set(accountId, requests);
    total += by;
  };
  return {
    add(accountId, { maxWaitingRequestsPerAccount, maxWaitingRequests }) {
      const ofAccount = byAccount.get(accountId) ?? 0;
      if (ofAccount >= maxWaitingRequestsPerAccount || total >= maxWaitingRequests) return null;
      change(accountId, 1);
      return () => change(accountId, -1);
    },
  };
}
