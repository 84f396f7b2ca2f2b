import { type ShotclockClient, unwrap } from '@shotclock/client/source';
import {
  type Fields,
  type ItemSpec,
  ownSpec,
  type ScheduleSpec,
  specOfItem,
  specOfSchedule,
} from './schedule-spec.ts';

/** A schedule on the server. `itemIds` are the IDs of the items in its spec. */
export type ServerSchedule = {
  id: number;
  etag: string;
  spec: ScheduleSpec;
  itemIds: number[];
  isPaused: boolean;
  /** It has no further runs. */
  isCompleted: boolean;
};

/** The ETag of an update must come from a request with the same expansions. */
export const scheduleExpand = 'options,own,policy,tags,comparison';
export const itemExpand = 'options,own,tags,comparison';

export async function readSchedules(client: ShotclockClient): Promise<ServerSchedule[]> {
  const found: ServerSchedule[] = [];
  for await (const { id } of client.schedules.list({ sort: 'id,asc', size: 200 }))
    found.push(await readSchedule(client, id));
  return found;
}

export async function readSchedule(client: ShotclockClient, id: number): Promise<ServerSchedule> {
  const params = { path: { id }, query: { expand: scheduleExpand } };
  const result = await client.GET('/api/v1/schedules/{id}', { params });
  const schedule = unwrap(result);
  return {
    id,
    etag: etagOf(result.response),
    spec: specOfSchedule(schedule),
    itemIds: schedule.items.map((item) => item.id),
    isPaused: Boolean(schedule.policy?.pausedAt),
    isCompleted: schedule.status === 'COMPLETED',
  };
}

export async function readItem(
  client: ShotclockClient,
  scheduleId: number,
  itemId: number,
): Promise<{ etag: string; spec: ItemSpec }> {
  const params = { path: { scheduleId, itemId }, query: { expand: itemExpand } };
  const result = await client.GET('/api/v1/schedules/{scheduleId}/items/{itemId}', { params });
  return { spec: specOfItem(unwrap(result)), etag: etagOf(result.response) };
}

/** The comparison values that an item sets itself. */
export async function readComparison(
  client: ShotclockClient,
  scheduleId: number,
  itemId: number,
): Promise<{ etag: string; spec: Fields }> {
  const params = { path: { scheduleId, itemId } };
  const result = await client.GET('/api/v1/schedules/{scheduleId}/items/{itemId}/comparison', { params });
  return { spec: ownSpec(unwrap(result).own), etag: etagOf(result.response) };
}

/**
 * For a deletion, which needs the ETag of the response without expansions. That response comes first, so that a change between the
 * two responses changes the spec, and a later one the ETag.
 */
export async function readScheduleToDelete(client: ShotclockClient, id: number) {
  const result = await client.GET('/api/v1/schedules/{id}', { params: { path: { id } } });
  unwrap(result);
  return { ...(await readSchedule(client, id)), etag: etagOf(result.response) };
}

/** As `readScheduleToDelete`. */
export async function readItemToDelete(client: ShotclockClient, scheduleId: number, itemId: number) {
  const params = { path: { scheduleId, itemId } };
  const result = await client.GET('/api/v1/schedules/{scheduleId}/items/{itemId}', { params });
  unwrap(result);
  return { ...(await readItem(client, scheduleId, itemId)), etag: etagOf(result.response) };
}

const etagOf = ({ headers }: Response): string => headers.get('etag') ?? '';
