import type { AccountEvent } from '@shotclock/client';

/** The responses of an API path that an event invalidates. Requests with one of the parameters in `values` must have the same value. */
export type Change = { path: string; values: Readonly<Record<string, number | string | null>> };

const change = (path: string, values: Change['values'] = {}): Change => ({ path: `/api/v1${path}`, values });

/** The responses that an event changes. */
export function changesOf({ event, data }: AccountEvent): Change[] {
  switch (event) {
    case 'screenshot': {
      const { id, source, scheduleId, scheduleItemId: itemId, scheduleExecutionId } = data;
      const changes = [
        change('/screenshots', { scheduleId, itemId, source }),
        change('/screenshots/{screenshotId}', { screenshotId: id }),
        change('/schedules/{scheduleId}/newest-captures', { scheduleId }),
        change('/me'),
        change('/overview'),
      ];
      if (scheduleExecutionId !== null)
        changes.push(change('/executions/{id}/screenshots', { id: scheduleExecutionId }));
      if (data.status === 'SUCCESS' || data.status === 'FAILED')
        changes.push(
          change('/activity/screenshots', { source }),
          change('/schedules/{scheduleId}/items/{itemId}/history', { itemId }),
          change('/schedules/{scheduleId}/items/{itemId}/captures', { itemId }),
        );
      return changes;
    }
    case 'execution': {
      const changes = [
        change('/executions'),
        change('/executions/{id}', { id: data.id }),
        change('/schedules/{scheduleId}/executions', { scheduleId: data.scheduleId }),
      ];
      // Lists of schedules contain the state of their runs.
      if (data.status !== 'PROCESSING' || data.successfulItems + data.failedItems === 0)
        changes.push(change('/schedules'));
      return changes;
    }
    case 'content-check':
      return [
        change('/content-changes', { itemId: data.scheduleItemId }),
        change('/overview'),
        change('/activity/content-changes'),
        change('/wallet'),
        change('/wallet/entries'),
        change('/schedules/{scheduleId}/items/{itemId}/history', { itemId: data.scheduleItemId }),
      ];
    case 'schedule':
      return [change('/schedules'), change('/schedules/{id}', { id: data.id })];
    default:
      return [];
  }
}

type RequestInit = { params?: { path?: Record<string, unknown>; query?: Record<string, unknown> } };

/** Whether a change is about a query of openapi-react-query, whose key is its method, its path and its parameters. */
export function concerns({ path, values }: Change, queryKey: readonly unknown[]): boolean {
  if (queryKey[1] !== path) return false;
  const { params } = (queryKey[2] ?? {}) as RequestInit;
  const named: Record<string, unknown> = { ...params?.path, ...params?.query };
  return Object.entries(values).every(([name, value]) => named[name] === undefined || named[name] === value);
}
