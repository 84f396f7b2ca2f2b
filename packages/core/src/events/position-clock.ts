import { longestTransactionMs, type Position, type TransactionState } from '@shotclock/db';

/** Turns the states of transactions, in the order in which they were read, into positions. */
export type PositionClock = {
  /** The position after everything that the statement with this state could see. */
  position(state: TransactionState): Position;
  /** Whether the clock of the database was set back since the last state. */
  wentBack(state: TransactionState): boolean;
};

/** Smaller steps do not count: they come from states of concurrent processes, or from a clock that is adjusted. In milliseconds. */
const toleranceMs = 1_000;

/**
 * A transaction that has not ended at a state may have got its ID long before. It did so after each earlier state in which its ID was
 * not yet used, and the last of them is where its changes can begin.
 */
export function createPositionClock(): PositionClock {
  let states: TransactionState[] = [];
  return {
    position(state) {
      const earliest = state.at.getTime() - longestTransactionMs;
      const latest = state.at.getTime() + toleranceMs;
      states = [...states.filter(({ at }) => at.getTime() >= earliest && at.getTime() <= latest), state];
      const before = states.findLast(({ next }) => next <= state.oldest);
      return { xid: state.oldest, since: before?.at ?? new Date(earliest) };
    },
    wentBack(state) {
      const last = states.at(-1);
      return last !== undefined && state.at.getTime() < last.at.getTime() - toleranceMs;
    },
  };
}
