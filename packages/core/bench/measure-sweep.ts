import { createHash } from 'node:crypto';
import type { Database } from '@shotclock/db';
import { type ObjectStore, objectKey } from '@shotclock/storage';
import { adoptOrphans, sweepObjects } from '../src/index.ts';
import { elapsed } from './timing.ts';

export type SweepRate = { store: string; objects: number; adoptedPerSecond: number; sweptPerSecond: number };

const graceSeconds = 24 * 3_600;
const writers = 16;

/** Stores objects without records, adopts all of them as orphans, lets their grace period expire, and sweeps them. */
export async function measureSweep(
  db: Database,
  store: { name: string; objects: ObjectStore },
  count: number,
): Promise<SweepRate> {
  const { name, objects } = store;
  const bodies = Array.from({ length: count }, (_, n) => Buffer.from(`object ${n}`)).values();
  const put = async () => {
    for (const body of bodies)
      await objects.put(objectKey(createHash('sha256').update(body).digest('hex')), body, 'image/png');
  };
  await db.orm.execute(`update object_scan set store_id = gen_random_uuid(), position = '', began_at = null`);
  // Marks the empty store as belonging to this database, so that its objects are not attributed to another one.
  await adoptOrphans({ db, objects });
  await Promise.all(Array.from({ length: writers }, put));
  await db.orm.execute(`update object_scan set position = '', began_at = null`);
  const adopted = await perSecond(count, () => adoptOrphans({ db, objects }));
  await db.orm.execute(`update objects set suspect_since = now() - interval '25 hours'`);
  const swept = await perSecond(count, () => sweepObjects({ db, objects }, { graceSeconds }));
  return { store: name, objects: count, adoptedPerSecond: adopted, sweptPerSecond: swept };
}

/** Calls `work` until it has processed `count` objects in total. Each call returns how many objects it processed. */
async function perSecond(count: number, work: () => Promise<number>): Promise<number> {
  let done = 0;
  const ms = await elapsed(async () => {
    while (done < count) done += await work();
  });
  return (count / ms) * 1_000;
}
