import { AlertContent, nouns } from '@shotclock/contracts';
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
    const { path, body } = sample as { path: string; body?: (text: string, ids: Ids) => object };
    // A resource that depends on another one may need that resource's result.
    if (path.includes('{')) await api.work();
    const created = await api.send<Created | Created[]>(
      'POST',
      pathWith(`/api/v1${path}`, ids),
      body?.(text, ids),
      { ...headers, prefer: 'respond-async', 'idempotency-key': crypto.randomUUID() },
    );
    expect(created.status, path).toBeLessThan(300);
    ids[segment] = [created.body].flat()[0]!.id;
  }
  await api.work();
  ids.deliveries = await insertDelivery(api, ids['alert-rules']!);
  return ids;
}

/** Inserts a delivery of a rule, as the scheduler does. */
async function insertDelivery({ context }: TestApi, ruleId: number): Promise<number> {
  const [row] = await context.db.orm.execute<{ id: string }>(`
    insert into deliveries (account_id, alert_rule_id, destination_id, content_check_id, content, status, attempts_left, completed_at)
    select r.account_id, r.id, d.destination_id, 1, '${JSON.stringify(AlertContent.examples[0])}', 'DELIVERED', 0, now()
    from alert_rules r join alert_rule_destinations d on d.alert_rule_id = r.id where r.id = ${ruleId} returning id`);
  return Number(row!.id);
}
