// A request that starts captures is admitted if the number of waiting captures is below the limits (ADR 29) and the account has
// not reached its limits on daily captures and stored bytes (ADR 48).
//
// request ──► wait for the next count ──► decide, in order of arrival ──► reserve ──► transaction ──► the next count drops
//                                           └─► refuse: 429, 409 or 503   the reservation
//
// Requests that are received during a count share the next one, so even a flood of requests never causes more than one
// count at a time. A reservation covers captures that the count may not include yet, so a single process never exceeds a
// limit. A process may refuse requests too early, because captures from transactions that commit during the count are
// counted twice. Processes do not share reservations, so together they can exceed a limit by the number of captures that
// they admit between a count and the commit.
import { countRecentlyFinished, type Database } from '@shotclock/db';
import type { CoreError } from '../errors.ts';
import { addCaptures, type CountedCaptures, countCaptures } from './count-captures.ts';
import type { NewCaptures } from './new-captures.ts';
import {
  retrySecondsAtRate,
  tooManyInAll,
  tooManyOfAccount,
  tooManyToday,
  tooMuchStored,
} from './refusals.ts';

export type Admission = {
  /**
   * Runs `start`, which creates the captures, unless too many captures are waiting or the account has reached a limit.
   * @throws CoreError rate_limited (waiting captures of the account, captures per day), conflict (stored bytes), unavailable (waiting captures of all accounts); all except conflict have `retryAfterSeconds`; in each case, `start` has not run
   */
  admit<T>(request: NewCaptures, start: () => Promise<T>): Promise<T>;
};

type Reservation = Pick<NewCaptures, 'accountId' | 'source' | 'captures'> & { finished: boolean };
type Waiting = { request: NewCaptures; decision: PromiseWithResolvers<Reservation> };

/** Admits or refuses the requests of one process. */
export function createAdmission(db: Database): Admission {
  let queue: Waiting[] = [];
  let reservations: Reservation[] = [];
  let counting = false;

  async function decideQueued(): Promise<void> {
    counting = true;
    while (queue.length > 0) {
      const batch = queue;
      queue = [];
      // A count that starts now includes the captures of finished requests.
      reservations = reservations.filter(({ finished }) => !finished);
      try {
        await decide(batch);
      } catch (error) {
        for (const { decision } of batch) decision.reject(error);
      }
    }
    counting = false;
  }

  async function decide(batch: Waiting[]): Promise<void> {
    const counted = await countCaptures(
      db,
      batch.map(({ request }) => request),
    );
    for (const reservation of reservations) addCaptures(counted, reservation);
    const crowded: Waiting[] = [];
    for (const waiting of batch) {
      const verdict = judge(counted, waiting.request);
      if (verdict === 'admitted') {
        const { accountId, source, captures } = waiting.request;
        const reservation = { accountId, source, captures, finished: false };
        reservations.push(reservation);
        addCaptures(counted, reservation);
        waiting.decision.resolve(reservation);
      } else if (verdict === 'crowded') crowded.push(waiting);
      else waiting.decision.reject(verdict);
    }
    await refuseCrowded(crowded, counted);
  }

  /** Refuses requests from accounts with too many waiting captures. `Retry-After` depends on how fast these captures finish. */
  async function refuseCrowded(crowded: Waiting[], counted: CountedCaptures): Promise<void> {
    const groups = Map.groupBy(crowded, ({ request }) => `${request.accountId} ${request.source}`);
    for (const group of groups.values()) {
      const { accountId, source } = group[0]!.request;
      const { limit } = counted.waiting.get(source)!.byAccount.get(accountId)!;
      const retryAfterSeconds = await retrySecondsAtRate(limit, (window) =>
        countRecentlyFinished(db.orm, { accountId, source, ...window }),
      );
      for (const { decision } of group) decision.reject(tooManyOfAccount(source, limit, retryAfterSeconds));
    }
  }

  function reserve(request: NewCaptures): Promise<Reservation> {
    const decision = Promise.withResolvers<Reservation>();
    queue.push({ request, decision });
    if (!counting) void decideQueued();
    return decision.promise;
  }

  return {
    async admit(request, start) {
      const reservation = await reserve(request);
      try {
        return await start();
      } finally {
        reservation.finished = true;
      }
    },
  };
}

/** `crowded`: requests whose accounts have too many waiting captures. */
function judge(
  { waiting, usage }: CountedCaptures,
  { accountId, source, limits }: NewCaptures,
): 'admitted' | 'crowded' | CoreError {
  const { byAccount, total } = waiting.get(source)!;
  const ofAccount = byAccount.get(accountId)!;
  if (ofAccount.captures >= ofAccount.limit) return 'crowded';
  const used = usage.get(accountId);
  if (used && used.maxStoredBytes !== null && used.storedBytes >= used.maxStoredBytes)
    return tooMuchStored(used.maxStoredBytes);
  if (used && used.maxCapturesPerDay !== null && used.capturesToday >= used.maxCapturesPerDay)
    return tooManyToday(used.maxCapturesPerDay, used.secondsLeftToday);
  return total >= limits.maxWaitingCaptures ? tooManyInAll() : 'admitted';
}
