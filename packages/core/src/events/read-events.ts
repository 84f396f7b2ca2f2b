// A process performs its reads one after the other, so that any number of listeners share one database connection and
// each read includes everything that earlier reads included.
import type {
  Database,
  EventRow,
  EventsPage,
  EventsRequest,
  Position,
  TransactionState,
} from '@shotclock/db';
import { listEvents, readTransactionState } from '@shotclock/db/all-accounts';
import { createPositionClock } from './position-clock.ts';

/** Maximum number of facts per account in one statement. */
const pageSize = 200;

/** The result of a statement, by account. `position` is the position after the first page. */
export type ReadPage = {
  number: number;
  position: Position;
  state: TransactionState;
  /** Whether the database clock was set back, so that events may be missing. */
  wentBack: boolean;
  events: Map<number, EventRow[]>;
  /** The accounts with more pages. */
  more: ReadonlySet<number>;
};

export type EventReader = {
  /** Yields pages until everything that was visible to the first page has been read. */
  pages(requests: { accountId: number; position: Position }[]): AsyncGenerator<ReadPage>;
  /** The position after everything that is visible now. */
  now(): Promise<Pick<ReadPage, 'number' | 'position' | 'state'>>;
};

export function createEventReader(db: Database): EventReader {
  const clock = createPositionClock();
  let number = 0;
  let last: Promise<unknown> = Promise.resolve();
  let reading: ReturnType<EventReader['now']> | undefined;

  function inTurn<T>(read: () => Promise<T>): Promise<T> {
    const result = last.then(read);
    last = result.catch(() => undefined);
    return result;
  }

  async function* pages(asked: Parameters<EventReader['pages']>[0]): AsyncGenerator<ReadPage> {
    let requests: EventsRequest[] = asked.map((one) => ({ ...one, after: null }));
    let first: Pick<ReadPage, 'number' | 'position' | 'state' | 'wentBack'> | undefined;
    while (requests.length > 0) {
      const page = await inTurn(async () => {
        const read = await listEvents(db.orm, requests, pageSize);
        first ??= received(read.state);
        return read;
      });
      yield { ...first!, events: byAccount(page), more: new Set(page.more.map((end) => end.accountId)) };
      requests = page.more.map((after) => ({
        ...requests.find(({ accountId }) => accountId === after.accountId)!,
        after,
      }));
    }
  }

  function received(state: TransactionState) {
    number += 1;
    const wentBack = clock.wentBack(state);
    return { number, wentBack, state, position: clock.position(state) };
  }

  return {
    pages,
    now() {
      // Clients that connect at the same time share a statement if it has not started yet.
      reading ??= inTurn(async () => {
        reading = undefined;
        return received(await readTransactionState(db.orm));
      });
      return reading;
    },
  };
}

function byAccount({ events }: EventsPage): Map<number, EventRow[]> {
  return Map.groupBy(events, ({ accountId }) => accountId);
}
