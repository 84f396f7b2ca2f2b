import { client } from '../../api/client.ts';
import { captureOf, createRequest, type Draft, policyOf, timingOf } from './draft.ts';

/** Pages in one request. The API accepts `MAX_ITEMS_PER_REQUEST`, by default as many. */
const pagesAtOnce = 100;

/** Creates a schedule and adds its pages. @returns its ID */
export async function createSchedule(draft: Draft, urls: readonly string[]): Promise<number> {
  const { data, error } = await client.POST('/api/v1/schedules', {
    body: createRequest(draft, urls.slice(0, pagesAtOnce)),
  });
  if (error) throw error;
  await addPages(data.id, draft, urls.slice(pagesAtOnce));
  return data.id;
}

export async function updateSchedule(id: number, draft: Draft, urls: readonly string[]): Promise<void> {
  const { error } = await client.PATCH('/api/v1/schedules/{id}', {
    params: { path: { id } },
    body: {
      name: draft.name,
      description: draft.description === '' ? null : draft.description,
      schedule: timingOf(draft),
      policy: policyOf(draft),
    },
  });
  if (error) throw error;
  await addPages(id, draft, urls);
}

async function addPages(scheduleId: number, draft: Draft, urls: readonly string[]): Promise<void> {
  for (let first = 0; first < urls.length; first += pagesAtOnce) {
    const { error } = await client.POST('/api/v1/schedules/{scheduleId}/items', {
      params: { path: { scheduleId } },
      body: urls.slice(first, first + pagesAtOnce).map((url) => captureOf(draft, url)),
    });
    if (error) throw error;
  }
}
