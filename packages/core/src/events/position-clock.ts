import { maxTransactionMs, type Position, type TransactionState } from '@shotclock/db';

/** Converts transaction states, in the order in which they were read, to positions. */
export type PositionClock = {
  /** The position after everything that was visible to the statement with this state. */
  position(state: TransactionState): Position;
  /** Whether the database clock was set back since the last state, or the database was restored on a different server. */
  wentBack(state: TransactionState): boolean;
};

/**
 * In milliseconds. Shorter backward clock steps are ignored, because concurrent processes read their states slightly out of order
 * and NTP adjusts the clock.
 */
const toleranceMs = 1_000;

/**
 * A state whose `next` is at most `xid` was read before any transaction with an ID of at least `xid` started. Such
 * transactions therefore end after the last of these states, whose time is `since`. A transaction that takes longer than
 * `maxTransactionMs` belongs to another program, so the position advances past it.
 * @param elapsedMs returns the elapsed time in milliseconds, unaffected by changes to the system clock
 */
export function createPositionClock(elapsedMs = () => performance.now()): PositionClock {
  let states: (TransactionState & { readMs: number })[] = [];
  /** All of Shotclock's transactions with lower IDs have ended. */
  let ended = 0;
  const isOtherServer = ({ next }: TransactionState) => next < (states.at(-1)?.next ?? 0);
  return {
    position(state) {
      const readMs = elapsedMs();
      if (isOtherServer(state)) [states, ended] = [[], 0];
      for (const { next } of states.filter((one) => one.readMs < readMs - maxTransactionMs))
        ended = Math.max(ended, next);
      const earliest = state.at.getTime() - maxTransactionMs;
      const latest = state.at.getTime() + toleranceMs;
      const isRecent = ({ at }: TransactionState) => at.getTime() >= earliest && at.getTime() <= latest;
      states = [...states.filter(isRecent), { ...state, readMs }];
      const xid = Math.max(state.oldest, ended);
      const before = states.findLast(({ next }) => next <= xid);
      return { xid, since: before?.at ?? new Date(earliest) };
    },
    wentBack(state) {
      const last = states.at(-1);
      const isEarlier = last !== undefined && state.at.getTime() < last.at.getTime() - toleranceMs;
      return isEarlier || isOtherServer(state);
    },
  };
}
