import { cp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '../../src/eventually.ts';
import { small } from '../api-client.ts';
import type { Fault } from '../fault.ts';
import { checkInvariants } from '../invariants.ts';
import { lastScreenshot } from '../status-changes.ts';
import type { System } from '../system.ts';

const waitMs = 60_000;

export const dataDeleted: Fault = {
  name: 'data-deleted',
  promise:
    'missing objects and a missing database are reported; captures continue without old objects; no app starts without the database; restored data is readable',
  backends: ['postgres'],
  onlyEmbedded: true,
  async run(ctx) {
    const system = await ctx.sharedSystem();
    const since = await lastScreenshot(system.sql);
    const broken: string[] = [];
    const injected = ctx.times(10, 1);
    let slowestRecoveryMs = 0;
    for (let n = 1; n <= injected; n += 1) {
      broken.push(...(await deleteObjects(system, n)));
      const { broken: found, recoveryMs } = await deleteDatabase(system, n);
      broken.push(...found);
      slowestRecoveryMs = Math.max(slowestRecoveryMs, recoveryMs);
    }
    const found = await checkInvariants(system, { since });
    return { ...found, injected: 2 * injected, slowestRecoveryMs, broken: [...broken, ...found.broken] };
  },
};

async function capture({ client, site, ended }: System, name: string): Promise<number> {
  const { id } = await client.capture({ url: site.url(name), ...small });
  await ended(waitMs);
  return id;
}

/** Removes the folder of the objects while the system is running, and then restores it. */
async function deleteObjects(system: System, n: number): Promise<string[]> {
  const { client, folder } = system;
  const broken: string[] = [];
  const expect = async (id: number, status: number, when: string) => {
    const response = await client.request('GET', `/screenshots/${id}/image`);
    if (response.status !== status)
      broken.push(`the request for an image ${when} returned ${response.status}`);
  };
  const before = await capture(system, `before ${n}`);
  const objects = join(folder, 'objects');
  await rename(objects, `${objects}.backup`);
  await expect(before, 503, 'that is missing');
  const after = await capture(system, `after ${n}`);
  await expect(after, 200, 'captured since');
  await cp(`${objects}.backup`, objects, { recursive: true });
  await rm(`${objects}.backup`, { recursive: true });
  await expect(before, 200, 'that was restored');
  return broken;
}

/** Removes the database while it is stopped. The system must not replace it with an empty database. */
async function deleteDatabase(system: System, n: number) {
  const { postgres, folder, apis } = system;
  const broken: string[] = [];
  const data = join(folder, 'postgres');
  await postgres.stop();
  await rename(data, `${data}.backup`);
  const refusal = await postgres.start().then(
    () => 'no error: it started with an empty database',
    (error: Error) => error.message,
  );
  if (!refusal.includes('is missing')) broken.push(`starting without the database resulted in: ${refusal}`);
  await postgres.stop();
  await rm(data, { recursive: true, force: true });
  await rename(`${data}.backup`, data);
  const at = performance.now();
  await postgres.start();
  await eventually(() => apis[0]!.ready(), { timeoutMs: waitMs, what: 'the API to be ready again' });
  await capture(system, `again ${n}`);
  return { broken, recoveryMs: performance.now() - at };
}
