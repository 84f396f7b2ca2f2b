import { type AddAllOptions, addAllItems } from '../add-all-items.ts';
import { type OptionsOf, requestInit } from '../call-options.ts';
import type {
  ItemCaptures,
  ItemChanges,
  ItemComparison,
  ItemHistory,
  ItemRequest,
  ItemSelection,
  ListedItem,
  NewestCaptures,
  ScheduleItem,
  UpdatedItems,
  UpdateItem,
  UpdateItemComparison,
} from '../openapi.gen.ts';
import { type List, listOf } from '../pages.ts';
import { unwrap } from '../problem-error.ts';
import type { RawClient } from '../raw-client.ts';
import { type ResourceRead, readResource } from '../resource-read.ts';

export function items(raw: RawClient) {
  return {
    list(scheduleId: number, options: OptionsOf<'listScheduleItems'> = {}): List<ScheduleItem> {
      const { query, init } = requestInit(options);
      return listOf(query, (position) =>
        raw.GET('/api/v1/schedules/{scheduleId}/items', {
          params: { path: { scheduleId }, query: { ...query, ...position } },
          ...init,
        }),
      );
    },

    /** The items of all schedules. */
    listAll(options: OptionsOf<'listItems'> = {}): List<ListedItem> {
      const { query, init } = requestInit(options);
      return listOf(query, (position) =>
        raw.GET('/api/v1/items', { params: { query: { ...query, ...position } }, ...init }),
      );
    },

    /** Adds all items, or none if one is invalid. Returns them in the order of the request. */
    async add(
      scheduleId: number,
      body: ItemRequest[],
      options: OptionsOf<'addScheduleItems'> = {},
    ): Promise<ScheduleItem[]> {
      const { query, init } = requestInit(options);
      const params = { path: { scheduleId }, query };
      return unwrap(await raw.POST('/api/v1/schedules/{scheduleId}/items', { params, body, ...init }));
    },

    /**
     * Adds any number of items, in several requests if necessary. All items are validated before any is added.
     * @throws RangeError or ProblemError if nothing was added, and PartlyAddedError if a later request failed
     */
    addAll(
      scheduleId: number,
      items: readonly ItemRequest[],
      options: AddAllOptions = {},
    ): Promise<ScheduleItem[]> {
      return addAllItems(raw, { scheduleId, items }, options);
    },

    get(
      scheduleId: number,
      itemId: number,
      options: OptionsOf<'getScheduleItem'> = {},
    ): ResourceRead<ScheduleItem> {
      const { query, init } = requestInit(options);
      const params = { path: { scheduleId, itemId }, query };
      return readResource(raw.GET('/api/v1/schedules/{scheduleId}/items/{itemId}', { params, ...init }));
    },

    /** The latest successful capture of each item in a schedule. */
    async newestCaptures(
      scheduleId: number,
      options: OptionsOf<'listNewestCaptures'> = {},
    ): Promise<NewestCaptures> {
      const params = { path: { scheduleId } };
      const { init } = requestInit(options);
      return unwrap(await raw.GET('/api/v1/schedules/{scheduleId}/newest-captures', { params, ...init }));
    },

    /** The captures and changes of an item, counted by day or hour. */
    async history(
      scheduleId: number,
      itemId: number,
      options: OptionsOf<'getScheduleItemHistory'> = {},
    ): Promise<ItemHistory> {
      const { query, init } = requestInit(options);
      const params = { path: { scheduleId, itemId }, query };
      return unwrap(
        await raw.GET('/api/v1/schedules/{scheduleId}/items/{itemId}/history', { params, ...init }),
      );
    },

    /** The finished captures of an item around a time or a capture. */
    async captures(
      scheduleId: number,
      itemId: number,
      options: OptionsOf<'listScheduleItemCaptures'> = {},
    ): Promise<ItemCaptures> {
      const { query, init } = requestInit(options);
      const params = { path: { scheduleId, itemId }, query };
      return unwrap(
        await raw.GET('/api/v1/schedules/{scheduleId}/items/{itemId}/captures', { params, ...init }),
      );
    },

    async update(
      scheduleId: number,
      itemId: number,
      body: UpdateItem,
      options: OptionsOf<'updateScheduleItem'> = {},
    ): Promise<ScheduleItem> {
      const { query, init } = requestInit(options);
      const params = { path: { scheduleId, itemId }, query };
      return unwrap(
        await raw.PATCH('/api/v1/schedules/{scheduleId}/items/{itemId}', { params, body, ...init }),
      );
    },

    /** Makes the same changes to all selected items, or to none. `ifMatch` takes the ETag of the schedule. */
    async updateMany(
      scheduleId: number,
      selection: ItemSelection,
      changes: ItemChanges,
      options: OptionsOf<'updateScheduleItems'> = {},
    ): Promise<UpdatedItems> {
      const params = { path: { scheduleId } };
      const { init } = requestInit(options);
      const body = { selection, changes };
      return unwrap(await raw.PATCH('/api/v1/schedules/{scheduleId}/items', { params, body, ...init }));
    },

    /** How the content-change checks of an item differ from its schedule's checks. */
    comparison(
      scheduleId: number,
      itemId: number,
      options: OptionsOf<'getItemComparison'> = {},
    ): ResourceRead<ItemComparison> {
      const params = { path: { scheduleId, itemId } };
      const { init } = requestInit(options);
      return readResource(
        raw.GET('/api/v1/schedules/{scheduleId}/items/{itemId}/comparison', { params, ...init }),
      );
    },

    async updateComparison(
      scheduleId: number,
      itemId: number,
      body: UpdateItemComparison,
      options: OptionsOf<'updateItemComparison'> = {},
    ): Promise<ItemComparison> {
      const params = { path: { scheduleId, itemId } };
      const { init } = requestInit(options);
      return unwrap(
        await raw.PATCH('/api/v1/schedules/{scheduleId}/items/{itemId}/comparison', {
          params,
          body,
          ...init,
        }),
      );
    },

    /** Restores a deleted item with its settings. New captures continue its history. */
    async restore(
      scheduleId: number,
      itemId: number,
      options: OptionsOf<'restoreScheduleItem'> = {},
    ): Promise<ScheduleItem> {
      const { query, init } = requestInit(options);
      const params = { path: { scheduleId, itemId }, query };
      return unwrap(
        await raw.POST('/api/v1/schedules/{scheduleId}/items/{itemId}/restore', { params, ...init }),
      );
    },

    async delete(
      scheduleId: number,
      itemId: number,
      options: OptionsOf<'deleteScheduleItem'> = {},
    ): Promise<void> {
      const params = { path: { scheduleId, itemId } };
      const { init } = requestInit(options);
      unwrap(await raw.DELETE('/api/v1/schedules/{scheduleId}/items/{itemId}', { params, ...init }));
    },
  };
}
