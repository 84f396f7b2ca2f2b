import { createHash } from 'node:crypto';
import { createClient, type ShotclockClient, unwrap } from '@shotclock/client';
import { eventually } from '@shotclock/testing';
import { endOfExecution } from './follow.ts';

const endMs = 60_000;

/** Makes one of everything: a schedule that was run, captures with all they can store, checks that changed. */
export async function fill(origin: string, page: string): Promise<void> {
  const api = createClient({ baseUrl: origin });
  const item = { url: page, width: 320, height: 240 };
  const captured = await api.POST('/api/v1/screenshots', {
    body: { ...item, thumbnailWidth: 64, extractHtml: true, extractText: true },
  });
  if (captured.response.status !== 201) throw new Error(`captured: ${captured.response.status}`);
  const { data: schedule } = await api.POST('/api/v1/schedules', {
    body: {
      name: 'kept',
      schedule: { type: 'CRON', cronExpression: '0 0 1 1 *' },
      items: [item, { ...item, format: 'jpeg' }],
    },
  });
  await api.POST('/api/v1/schedules/{id}/run', { params: { path: { id: schedule!.id } } });
  await endOfExecution(api, schedule!.id, endMs);
  for (const width of [320, 320]) await api.POST('/api/v1/content-changes', { body: { ...item, width } });
  await eventually(
    async () => unwrap(await api.GET('/api/v1/activity/content-changes')).totalElements === 2,
    { timeoutMs: endMs, what: 'the checks to end' },
  );
}

export type SystemState = {
  /** What every list answers, by its path. */
  lists: Record<string, unknown>;
  /** The SHA-256 of every stored artifact's bytes, by its path. */
  artifacts: Record<string, string>;
};

const lists = [
  ...['schedules?expand=policy', 'activity/screenshots', 'activity/content-changes', 'screenshots'],
  ...['content-changes', 'wallet', 'schedules/1/executions', 'schedules/1/items'],
];

/** Reads all that a consumer can. Links to the system itself are written without its address. */
export async function readEverything(origin: string): Promise<SystemState> {
  const state: SystemState = { lists: {}, artifacts: {} };
  for (const path of lists) {
    const answer = await fetch(`${origin}/api/v1/${path}`);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    state.lists[path] = JSON.parse((await answer.text()).replaceAll(origin, ''));
  }
  const api = createClient({ baseUrl: origin });
  for (const path of await artifactPaths(api, origin)) {
    const answer = await fetch(`${origin}${path}`);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    const sha256 = createHash('sha256')
      .update(Buffer.from(await answer.arrayBuffer()))
      .digest('hex');
    if (answer.headers.get('etag') !== `"${sha256}"`) throw new Error(`${path} is not what was stored`);
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
      const answer = await fetch(`${origin}${path}`, { method: 'HEAD' });
      // Not every capture was asked for all of them.
      if (answer.status !== 404) paths.push(path);
    }
  }
  return paths;
}
