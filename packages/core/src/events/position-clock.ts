import { longestTransactionMs, type Position, type TransactionState } from '@shotclock/db';

/** Turns the states of transactions, in the order in which they were read, into positions. */
export type PositionClock = {
  /** The position after everything that the statement with this state could see. */
  position(state: TransactionState): Position;
  /** Whether the clock of the database was set back since the last state, or the database was restored on another server. */
  wentBack(state: TransactionState): boolean;
};

/** Smaller steps do not count: they come from states of concurrent processes, or from a clock that is adjusted. In milliseconds. */
const toleranceMs = 1_000;

/**
 * A transaction that has not ended at a state may have got its ID long before. It did so after each earlier state in which its ID was
 * not yet used, and the last of them is where its facts can begin. A transaction that takes longer than any of Shotclock is of another
 * program, and positions pass it.
 * @param elapsedMs time of the process, which no change of the clock affects
 */
export function createPositionClock(elapsedMs = () => performance.now()): PositionClock {
  let states: (TransactionState & { readMs: number })[] = [];
  /** Every transaction of Shotclock below this ID has ended. */
  let ended = 0;
  const isOtherServer = ({ next }: TransactionState) => next < (states.at(-1)?.next ?? 0);
  return {
    position(state) {
      const readMs = elapsedMs();
      if (isOtherServer(state)) [states, ended] = [[], 0];
      for (const { next } of states.filter((one) => one.readMs < readMs - longestTransactionMs))
        ended = Math.max(ended, next);
      const earliest = state.at.getTime() - longestTransactionMs;
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
