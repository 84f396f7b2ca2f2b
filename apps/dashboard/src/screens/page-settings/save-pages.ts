// Saves pages only if they still have the values that the form shows. A run also changes the schedule's version, so a version mismatch
// alone does not prevent saving:
//   read the values with their version ─► compare the values ─► change this version ─► start again after 412
import { captureFields } from 'virtual:capture-fields';
import type { ItemChanges, ItemComparison, Schedule, ScheduleItem } from '@shotclock/client';
import { client } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import { bodyOf, changedValues, type OwnValues } from '../../components/capture-fields/own-values.ts';
import { tagOf } from '../../components/text/tags.ts';
import { valuesOfPage } from './page-values.ts';

/** Another client has changed the pages since the form was opened. */
export class ChangedMeanwhile extends Error {
  constructor() {
    super('The pages have changed since the form was opened');
  }
}

/** The pages of a form, at least one, as they were when the form was opened. */
export type ShownPages = {
  schedule: Schedule;
  items: readonly ScheduleItem[];
  /** Whether these are all pages in the schedule. Pages that are added while the form is open are changed as well. */
  isAll: boolean;
  /** Null for several pages, which have no common comparison values. */
  comparison: ItemComparison | null;
};

const maxAttempts = 3;
/** Also sent with the PATCH of an item, because the API compares If-Match with the ETag for the same query. */
const expand = 'options,own,tags';

/** Sends changed values. @throws ChangedMeanwhile, or the problem of a request */
export async function savePages(shown: ShownPages, changes: OwnValues): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await (shown.comparison ? savePage : saveSelection)(shown, changes);
    } catch (error) {
      if (problemOf(error)?.status !== 412 || attempt === maxAttempts) throw error;
    }
}

async function saveSelection({ schedule, items, isAll }: ShownPages, changes: OwnValues): Promise<void> {
  const { data, etag: ifMatch } = await client.schedules.get(schedule.id, { expand }).withEtag();
  const current = new Map(data.items.map((item) => [item.id, item]));
  for (const item of items) {
    const now = current.get(item.id);
    if (!now) throw new ChangedMeanwhile();
    assertUnchanged(valuesOfPage(item, null), valuesOfPage(now, null), changes);
  }
  const selection = isAll ? { all: true as const } : { ids: items.map(({ id }) => id) };
  await client.items.updateMany(schedule.id, selection, itemChanges(changes), { ifMatch });
}

/** Sends settings, options and tags in one request, and the comparison in a second request. */
async function savePage({ schedule, items, comparison }: ShownPages, changes: OwnValues): Promise<void> {
  const [item] = items as [ScheduleItem];
  const [found, compared] = await Promise.all([
    client.items.get(schedule.id, item.id, { expand }).withEtag(),
    client.items.comparison(schedule.id, item.id).withEtag(),
  ]);
  const now = valuesOfPage(found.data, compared.data);
  assertUnchanged(valuesOfPage(item, comparison), now, changes);
  const body = itemChanges(changes);
  if (Object.keys(body).length > 0)
    await client.items.update(schedule.id, item.id, body, { expand, ifMatch: found.etag });
  const { comparison: compare } = bodyOf(captureFields, changes);
  if (compare) await client.items.updateComparison(schedule.id, item.id, compare, { ifMatch: compared.etag });
}

/** The body of a request for one or several items. */
function itemChanges(changes: OwnValues): ItemChanges {
  const { settings, options } = bodyOf(captureFields, changes);
  const tags = changes.tags as string[] | null | undefined;
  return { ...settings, ...(options && { options }), ...(tags !== undefined && { tags }) };
}

/** Changes that an earlier attempt has already saved are permitted. @throws ChangedMeanwhile */
function assertUnchanged(shown: OwnValues, now: OwnValues, changes: OwnValues): void {
  const unsaved = changedValues(now, asStored({ ...shown, ...changes }));
  if (Object.keys(changedValues(now, shown)).some((name) => name in unsaved)) throw new ChangedMeanwhile();
}

/** The API deduplicates and sorts tags. */
const asStored = ({ tags, ...values }: OwnValues): OwnValues => ({
  ...values,
  ...(Array.isArray(tags) && {
    tags: [...new Set(tags.map((tag: string) => tagOf(tag).normalize('NFC')))].sort(),
  }),
});
