import { records, type Screenshot, type ShotclockClient, unwrap } from '@shotclock/client';
import { eventually } from '@shotclock/testing';

/** Waits until the only execution of a schedule has completed. */
export function completedExecution(client: ShotclockClient, scheduleId: number, timeoutMs: number) {
  const read = async () => {
    const { content } = unwrap(
      await client.GET('/api/v1/schedules/{scheduleId}/executions', { params: { path: { scheduleId } } }),
    );
    return content[0] && content[0].status !== 'PROCESSING' ? content[0] : undefined;
  };
  return eventually(read, { timeoutMs, what: `the execution of schedule ${scheduleId} to complete` });
}

/** The screenshots of one execution, read from the activity feed. */
export async function screenshotsOf(client: ShotclockClient, executionId: number): Promise<Screenshot[]> {
  const found: Screenshot[] = [];
  const feed = records((page) =>
    client.GET('/api/v1/activity/screenshots', {
      params: { query: { source: 'SCHEDULED_SCREENSHOT', page, size: 200 } },
    }),
  );
  for await (const { screenshotId } of feed) {
    const path = { screenshotId: Number(screenshotId) };
    const shot = unwrap(await client.GET('/api/v1/screenshots/{screenshotId}', { params: { path } }));
    if (shot.scheduleExecutionId === executionId) found.push(shot);
  }
  return found;
}

/** @param key an API key, if the API needs one */
export async function fetchBytes(url: string, key?: string): Promise<Buffer> {
  const response = await fetch(url, key === undefined ? {} : { headers: { 'x-api-key': key } });
  if (!response.ok) throw new Error(`GET ${url}: ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}
