import type { AccountEvent } from '@shotclock/client';
import type { MethodName } from './read.ts';

type Value = number | string | null;

/**
 * The queries that an event affects: calls to a client method with these IDs. If a query filters by one of the fields,
 * its value must also match.
 */
export type Change = {
  method: MethodName;
  /** The first arguments of the call. `undefined` matches any ID. */
  ids?: readonly (number | null | undefined)[];
  filters?: Readonly<Record<string, Value>>;
};

type EventName = AccountEvent['event'];
type Data<Name extends EventName> = Extract<AccountEvent, { event: Name }>['data'];

/** The queries that each event affects. A `reset` refreshes all queries (live-updates.ts). */
const changes: { [Name in EventName]: (data: Data<Name>) => Change[] } = {
  ready: () => [],
  reset: () => [],
  screenshot({ id, status, source, scheduleId, scheduleItemId: itemId, scheduleExecutionId }) {
    const hasFinished = status === 'SUCCESS' || status === 'FAILED';
    return [
      { method: 'screenshots.list', filters: { scheduleId, itemId, source } },
      { method: 'screenshots.get', ids: [id] },
      { method: 'items.newestCaptures', ids: [scheduleId] },
      { method: 'me' },
      { method: 'overview' },
      ...changesIf(scheduleExecutionId !== null, [
        { method: 'executions.screenshots', ids: [scheduleExecutionId] },
      ]),
      ...changesIf(hasFinished, [
        { method: 'activity.screenshots', filters: { source } },
        { method: 'items.history', ids: [scheduleId, itemId] },
        { method: 'items.captures', ids: [scheduleId, itemId] },
      ]),
    ];
  },
  execution({ id, status, scheduleId, successfulItems, failedItems }) {
    const isProgress = status === 'PROCESSING' && successfulItems + failedItems > 0;
    return [
      { method: 'executions.list' },
      { method: 'executions.get', ids: [id] },
      { method: 'schedules.executions', ids: [scheduleId] },
      // Lists of schedules contain the state of their runs.
      ...changesIf(!isProgress, [{ method: 'schedules.list' }]),
    ];
  },
  'content-check': ({ scheduleItemId }) => [
    { method: 'contentChanges.list', filters: { itemId: scheduleItemId } },
    { method: 'overview' },
    { method: 'activity.contentChanges' },
    { method: 'wallet.get' },
    { method: 'wallet.entries' },
    { method: 'items.history', ids: [undefined, scheduleItemId] },
  ],
  schedule: ({ id }) => [{ method: 'schedules.list' }, { method: 'schedules.get', ids: [id] }],
  'time-lapse': ({ id, itemId }) => [
    { method: 'timeLapses.list', ids: [itemId] },
    { method: 'timeLapses.get', ids: [id] },
  ],
  share: ({ screenshotId }) => [{ method: 'shares.list', ids: [screenshotId] }],
};

const changesIf = (condition: boolean, some: Change[]): Change[] => (condition ? some : []);

/** The queries that an event affects. */
export const changesOf = ({ event, data }: AccountEvent): Change[] =>
  (changes[event] as (data: AccountEvent['data']) => Change[])(data);

/** Whether a change affects a query. A query key consists of a method name and arguments; the last argument can contain filters (read.ts). */
export function concerns({ method, ids = [], filters = {} }: Change, queryKey: readonly unknown[]): boolean {
  const [name, ...args] = queryKey;
  if (name !== method) return false;
  const given = Object(args.at(-1)) as Record<string, unknown>;
  return (
    ids.every((id, index) => id === undefined || args[index] === id) &&
    Object.entries(filters).every(([field, value]) => given[field] === undefined || given[field] === value)
  );
}
