import { nouns } from '@shotclock/contracts';
import { expect } from 'vitest';
import type { TestApi } from '../src/test-api.fixture.ts';

/** IDs, keyed by the path segment that precedes them. */
export type Ids = Record<string, number>;
type Created = { id: number };

/** Replaces each parameter in the path with the ID of the preceding collection. */
export function pathWith(path: string, ids: Ids): string {
  return path.replaceAll(/([\w-]+)\/\{\w+\}/g, (_all, segment: string) => {
    expect(ids[segment], `an ID for /${segment} in ${path}`).toBeDefined();
    return `${segment}/${ids[segment]}`;
  });
}

/**
 * Creates one resource with results for each noun that has a sample. Their names and URLs contain `text`.
 * @param headers the headers of a key with the `read`, `write` and `admin` scopes
 */
export async function createResources(
  api: TestApi,
  { text, headers = {} }: { text: string; headers?: Record<string, string> },
): Promise<Ids> {
  const ids: Ids = {};
  for (const { path: segment, sample } of Object.values(nouns)) {
    if (!sample) continue;
    const { path, body } = sample as { path: string; body?: (text: string) => object };
    // A resource that depends on another one may need that resource's result.
    if (path.includes('{')) await api.work();
    const created = await api.send<Created | Created[]>(
      'POST',
      pathWith(`/api/v1${path}`, ids),
      body?.(text),
      { ...headers, prefer: 'respond-async', 'idempotency-key': crypto.randomUUID() },
    );
    expect(created.status, path).toBeLessThan(300);
    ids[segment] = [created.body].flat()[0]!.id;
  }
  await api.work();
  return ids;
}
