import type { ShotclockClient } from '@shotclock/client/source';
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
  const { data, etag } = await client.schedules.get(id, { expand: scheduleExpand }).withEtag();
  return {
    id,
    etag,
    spec: specOfSchedule(data),
    itemIds: data.items.map((item) => item.id),
    isPaused: Boolean(data.policy?.pausedAt),
    isCompleted: data.status === 'COMPLETED',
  };
}

export async function readItem(
  client: ShotclockClient,
  scheduleId: number,
  itemId: number,
): Promise<{ etag: string; spec: ItemSpec }> {
  const { data, etag } = await client.items.get(scheduleId, itemId, { expand: itemExpand }).withEtag();
  return { spec: specOfItem(data), etag };
}

/** The comparison values that an item sets itself. */
export async function readComparison(
  client: ShotclockClient,
  scheduleId: number,
  itemId: number,
): Promise<{ etag: string; spec: Fields }> {
  const { data, etag } = await client.items.comparison(scheduleId, itemId).withEtag();
  return { spec: ownSpec(data.own), etag };
}

/**
 * For a deletion, which needs the ETag of the response without expansions. That response comes first, so that a change between the
 * two responses changes the spec, and a later one the ETag.
 */
export async function readScheduleToDelete(client: ShotclockClient, id: number) {
  const { etag } = await client.schedules.get(id).withEtag();
  return { ...(await readSchedule(client, id)), etag };
}

/** As `readScheduleToDelete`. */
export async function readItemToDelete(client: ShotclockClient, scheduleId: number, itemId: number) {
  const { etag } = await client.items.get(scheduleId, itemId).withEtag();
  return { ...(await readItem(client, scheduleId, itemId)), etag };
}
