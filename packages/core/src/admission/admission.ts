// A request that starts captures is admitted while fewer captures than the bounds wait (ADR 29).
//
// request ──► wait for the next count ──► decide, in the order of arrival ──► reserve ──► transaction ──► the next count drops
//                                           └─► refuse: 429 or 503            the reservation
//
// Requests that arrive during a count share the next one, so a flood of requests costs one count at a time. A reservation
// stands for captures that the count may not see yet, so one process never exceeds a bound. It may refuse a request early by
// the captures of transactions that commit during the count, which are counted twice. Another process does not know the
// reservations of this one: together they can exceed a bound by what they admit between a count and the commit.
import type { ScreenshotSource } from '@shotclock/contracts';
import { countRecentlyFinished, countWaitingCaptures, type Database } from '@shotclock/db';
import { CoreError } from '../errors.ts';

/** The bounds of captures that wait. Each counts manual captures and the captures of runs separately. */
export type WaitingLimits = { maxWaitingCapturesPerAccount: number; maxWaitingCaptures: number };

/** What a request wants to start. */
export type NewCaptures = {
  accountId: number;
  source: ScreenshotSource;
  /** Number of captures, from 1. A request is admitted below the bounds, even if its captures exceed them. */
  captures: number;
  limits: WaitingLimits;
};

export type Admission = {
  /**
   * Runs `start`, which creates the captures, unless too many captures wait.
   * @throws CoreError rate_limited (the account's bound), unavailable (the bound of all accounts); both with
   * `retryAfterSeconds`, and `start` did not run
   */
  admit<T>(request: NewCaptures, start: () => Promise<T>): Promise<T>;
};

/** `Retry-After` when the captures of all accounts have reached their bound. */
const totalRetrySeconds = 30;
/** `Retry-After` of an account is the time in which this share of its bound finishes at its current rate. */
const retryShare = 0.01;
const retrySeconds = { min: 1, max: 60 };
const rateSeconds = 60;
const maxFinished = 1_000;

type Reservation = { accountId: number; captures: number; finished: boolean };
type Waiting = { request: NewCaptures; decision: PromiseWithResolvers<Reservation> };

/** The admission of one process. */
export function createAdmission(db: Database): Admission {
  const lanes = {
    MANUAL_SCREENSHOT: createLane(db, 'MANUAL_SCREENSHOT'),
    SCHEDULED_SCREENSHOT: createLane(db, 'SCHEDULED_SCREENSHOT'),
  };
  return {
    async admit(request, start) {
      const reservation = await lanes[request.source](request);
      try {
        return await start();
      } finally {
        reservation.finished = true;
      }
    },
  };
}

/** Decides about requests for captures of one source. */
function createLane(db: Database, source: ScreenshotSource): (request: NewCaptures) => Promise<Reservation> {
  let queue: Waiting[] = [];
  let reservations: Reservation[] = [];
  let counting = false;

  async function decideQueued(): Promise<void> {
    counting = true;
    while (queue.length > 0) {
      const batch = queue;
      queue = [];
      // The count, which starts now, sees the captures of finished requests.
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
    const requests = batch.map(({ request }) => request);
    const counted = {
      accountIds: [...new Set(requests.map(({ accountId }) => accountId))],
      accountLimit: Math.max(...requests.map(({ limits }) => limits.maxWaitingCapturesPerAccount)),
      totalLimit: Math.max(...requests.map(({ limits }) => limits.maxWaitingCaptures)),
    };
    const { byAccount, total } = await db.snapshot((tx) => countWaitingCaptures(tx, source, counted));
    let all = total;
    const add = ({ accountId, captures }: Pick<Reservation, 'accountId' | 'captures'>) => {
      byAccount.set(accountId, (byAccount.get(accountId) ?? 0) + captures);
      all += captures;
    };
    for (const reservation of reservations) add(reservation);
    const refused: Waiting[] = [];
    for (const waiting of batch) {
      const { accountId, captures, limits } = waiting.request;
      if ((byAccount.get(accountId) ?? 0) >= limits.maxWaitingCapturesPerAccount) refused.push(waiting);
      else if (all >= limits.maxWaitingCaptures) waiting.decision.reject(tooManyInAll());
      else {
        const reservation = { accountId, captures, finished: false };
        reservations.push(reservation);
        add(reservation);
        waiting.decision.resolve(reservation);
      }
    }
    await refuse(refused);
  }

  async function refuse(refused: Waiting[]): Promise<void> {
    for (const [accountId, ofAccount] of Map.groupBy(refused, ({ request }) => request.accountId)) {
      const window = { accountId, source, seconds: rateSeconds, limit: maxFinished };
      const finished = await countRecentlyFinished(db.orm, window);
      for (const { request, decision } of ofAccount)
        decision.reject(tooManyOfAccount(source, request.limits.maxWaitingCapturesPerAccount, finished));
    }
  }

  return (request) => {
    const decision = Promise.withResolvers<Reservation>();
    queue.push({ request, decision });
    if (!counting) void decideQueued();
    return decision.promise;
  };
}

const nouns = { MANUAL_SCREENSHOT: 'manual captures', SCHEDULED_SCREENSHOT: 'captures of runs' };

function tooManyOfAccount(source: ScreenshotSource, bound: number, finished: number): CoreError {
  const seconds =
    finished === 0 ? retrySeconds.max : Math.ceil((bound * retryShare * rateSeconds) / finished);
  return new CoreError(
    'rate_limited',
    `The account already has ${bound} or more ${nouns[source]} that wait. Nothing was started.`,
    { retryAfterSeconds: Math.min(retrySeconds.max, Math.max(retrySeconds.min, seconds)) },
  );
}

function tooManyInAll(): CoreError {
  return new CoreError('unavailable', 'Too many captures of all accounts wait. Nothing was started.', {
    retryAfterSeconds: totalRetrySeconds,
  });
}
