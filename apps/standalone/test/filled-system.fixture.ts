import { createHash } from 'node:crypto';
import { createClient, type ShotclockClient, unwrap } from '@shotclock/client';
import { eventually } from '@shotclock/testing';
import { completedExecution } from './read-results.fixture.ts';

const completionTimeoutMs = 60_000;

/** Creates a schedule with an execution, captures with every kind of artifact, and two content-change checks. */
export async function createEverything(origin: string, page: string): Promise<void> {
  const api = createClient({ baseUrl: origin });
  const item = { url: page, width: 320, height: 240 };
  const captured = await api.POST('/api/v1/screenshots', {
    body: { ...item, thumbnailWidth: 64, extractHtml: true, extractText: true },
  });
  if (captured.response.status !== 201) throw new Error(`the capture returned ${captured.response.status}`);
  const { data: schedule } = await api.POST('/api/v1/schedules', {
    body: {
      name: 'kept',
      schedule: { type: 'CRON', cronExpression: '0 0 1 1 *' },
      items: [item, { ...item, format: 'jpeg' }],
    },
  });
  await api.POST('/api/v1/schedules/{id}/run', { params: { path: { id: schedule!.id } } });
  await completedExecution(api, schedule!.id, completionTimeoutMs);
  for (const width of [320, 320]) await api.POST('/api/v1/content-changes', { body: { ...item, width } });
  await eventually(
    async () => unwrap(await api.GET('/api/v1/activity/content-changes')).totalElements === 2,
    { timeoutMs: completionTimeoutMs, what: 'the checks to complete' },
  );
}

export type SystemState = {
  /** The response of every list, by path. */
  lists: Record<string, unknown>;
  /** The SHA-256 of every stored artifact, by path. */
  artifacts: Record<string, string>;
};

const lists = [
  ...['schedules?expand=items,policy', 'activity/screenshots', 'activity/content-changes', 'screenshots'],
  ...['content-changes', 'wallet', 'schedules/1/executions', 'schedules/1/items'],
];

/** Reads everything that a client can read. The origin is removed from links within the system. */
export async function readEverything(origin: string): Promise<SystemState> {
  const state: SystemState = { lists: {}, artifacts: {} };
  for (const path of lists) {
    const response = await fetch(`${origin}/api/v1/${path}`);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    state.lists[path] = JSON.parse((await response.text()).replaceAll(origin, ''));
  }
  const api = createClient({ baseUrl: origin });
  for (const path of await artifactPaths(api, origin)) {
    // The ETag of a compressed response is more than the hash.
    const response = await fetch(`${origin}${path}`, { headers: { 'accept-encoding': 'identity' } });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    const sha256 = createHash('sha256')
      .update(Buffer.from(await response.arrayBuffer()))
      .digest('hex');
    if (response.headers.get('etag') !== `"${sha256}"`)
      throw new Error(`${path} differs from the stored object`);
    state.artifacts[path] = sha256;
  }
  return state;
}

async function artifactPaths(api: ShotclockClient, origin: string): Promise<string[]> {
  const { content } = unwrap(
    await api.GET('/api/v1/screenshots', { params: { query: { status: 'SUCCESS', size: 200 } } }),
  );
  const paths: string[] = [];
  for (const { id } of content) {
    for (const artifact of ['image', 'thumbnail', 'html', 'text']) {
      const path = `/api/v1/screenshots/${id}/${artifact}`;
      const response = await fetch(`${origin}${path}`, { method: 'HEAD' });
      // Some captures do not have every artifact.
      if (response.status !== 404) paths.push(path);
    }
  }
  return paths;
}
