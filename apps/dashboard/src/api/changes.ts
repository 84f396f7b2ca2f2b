import type { AccountEvent } from '@shotclock/client';
import type { MethodName } from './read.ts';

type Value = number | string | null;

/** The queries that an event changes: those of a method of the client with these IDs, and with these values where they filter by them. */
export type Change = {
  method: MethodName;
  /** The first arguments. `undefined` stands for any ID. */
  ids?: readonly (number | null | undefined)[];
  filters?: Readonly<Record<string, Value>>;
};

/** The queries that an event changes. */
export function changesOf({ event, data }: AccountEvent): Change[] {
  switch (event) {
    case 'screenshot': {
      const { id, source, scheduleId, scheduleItemId: itemId, scheduleExecutionId } = data;
      const changes: Change[] = [
        { method: 'screenshots.list', filters: { scheduleId, itemId, source } },
        { method: 'screenshots.get', ids: [id] },
        { method: 'items.newestCaptures', ids: [scheduleId] },
        { method: 'me' },
        { method: 'overview' },
      ];
      if (scheduleExecutionId !== null)
        changes.push({ method: 'executions.screenshots', ids: [scheduleExecutionId] });
      if (data.status === 'SUCCESS' || data.status === 'FAILED')
        changes.push(
          { method: 'activity.screenshots', filters: { source } },
          { method: 'items.history', ids: [scheduleId, itemId] },
          { method: 'items.captures', ids: [scheduleId, itemId] },
        );
      return changes;
    }
    case 'execution': {
      const changes: Change[] = [
        { method: 'executions.list' },
        { method: 'executions.get', ids: [data.id] },
        { method: 'schedules.executions', ids: [data.scheduleId] },
      ];
      // Lists of schedules contain the state of their runs.
      if (data.status !== 'PROCESSING' || data.successfulItems + data.failedItems === 0)
        changes.push({ method: 'schedules.list' });
      return changes;
    }
    case 'content-check':
      return [
        { method: 'contentChanges.list', filters: { itemId: data.scheduleItemId } },
        { method: 'overview' },
        { method: 'activity.contentChanges' },
        { method: 'wallet.get' },
        { method: 'wallet.entries' },
        { method: 'items.history', ids: [undefined, data.scheduleItemId] },
      ];
    case 'schedule':
      return [{ method: 'schedules.list' }, { method: 'schedules.get', ids: [data.id] }];
    default:
      return [];
  }
}

/** Whether a change concerns a query. Its key is the name of a method and the arguments; the last one can contain filters (read.ts). */
export function concerns({ method, ids = [], filters = {} }: Change, queryKey: readonly unknown[]): boolean {
  const [name, ...args] = queryKey;
  if (name !== method) return false;
  const given = Object(args.at(-1)) as Record<string, unknown>;
  return (
    ids.every((id, index) => id === undefined || args[index] === id) &&
    Object.entries(filters).every(([field, value]) => given[field] === undefined || given[field] === value)
  );
}
