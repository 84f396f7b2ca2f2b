import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CaptureRequestBody, CreateScheduleBody } from '@shotclock/contracts';
import { type Database, defaultAccountId, migrate, openDatabase } from '@shotclock/db';
import { createFilesystemStore } from '@shotclock/storage';
import { createDatabase } from '@shotclock/testing';
import type { WorkContext } from '../src/captures/work-context.ts';
import { type CoreContext, createRecordedStore } from '../src/index.ts';

export type Workspace = {
  db: Database;
  core: CoreContext;
  work: WorkContext;
  close(): Promise<void>;
};

/** A new database with the current schema, and a folder of objects. */
export async function openWorkspace(): Promise<Workspace> {
  const database = await createDatabase({ migrate });
  const db = openDatabase({ url: database.url, name: 'core tests' });
  const folder = await mkdtemp(join(tmpdir(), 'shotclock-core-'));
  const objects = createRecordedStore(db, createFilesystemStore(folder));
  return {
    db,
    core: {
      db,
      objects,
      publicUrl: 'http://shotclock.test',
      accountId: defaultAccountId,
      limits: { minRunIntervalSeconds: 60, maxItemsPerSchedule: 1_000 },
      captureAttempts: 3,
      contentCheckPrice: 1,
    },
    work: { db, objects, leaseSeconds: 20 },
    async close() {
      await db.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The context of a new account. */
export async function newAccount({ db, core }: Workspace): Promise<CoreContext> {
  const [row] = await db.orm.execute<{ id: string }>(
    `insert into accounts (name) values ('another') returning id`,
  );
  return { ...core, accountId: Number(row!.id) };
}

export const item = (path = ''): CaptureRequestBody => ({ url: `https://example.com/${path}` });

/** A schedule that runs every hour from `firstRunAt` on. */
export const hourly = (firstRunAt: Date, more: Partial<CreateScheduleBody> = {}): CreateScheduleBody => ({
  name: 'hourly',
  schedule: {
    type: 'INTERVAL',
    intervalValue: 1,
    intervalUnit: 'HOURS',
    firstRunAt: firstRunAt.toISOString(),
  },
  ...more,
});
