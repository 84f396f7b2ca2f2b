import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CaptureRequestBody, CreateScheduleBody } from '@shotclock/contracts';
import { type Database, migrate, openDatabase } from '@shotclock/db';
import { createFilesystemStore } from '@shotclock/storage';
import { createDatabase } from '@shotclock/testing';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { WorkContext } from '../src/captures/work-context.ts';
import type { CoreContext } from '../src/index.ts';
import { createTestContext } from './test-context.fixture.ts';

export type Workspace = {
  databaseUrl: string;
  db: Database;
  core: CoreContext;
  work: WorkContext;
  close(): Promise<void>;
};

/**
 * Opens a new database with the current schema, and a folder for objects.
 * @param onStatement receives the verbs' statements
 * @param options.connections maximum number of connections; 10 when omitted
 */
export async function openWorkspace(
  onStatement?: (text: string, parameters: unknown[]) => void,
  options: { connections?: number } = {},
): Promise<Workspace> {
  const database = await createDatabase({ migrate });
  const db = openDatabase({
    url: database.url,
    name: 'core tests',
    ...options,
    ...(onStatement ? { onStatement } : {}),
  });
  await letLeasesExpire(db);
  const folder = await mkdtemp(join(tmpdir(), 'shotclock-core-'));
  const core = createTestContext(db, createFilesystemStore(folder));
  return {
    databaseUrl: database.url,
    db,
    core,
    work: { db, objects: core.objects, leaseSeconds: 20 },
    async close() {
      await db.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Allows leases to expire, as if a scheduler had recorded its heartbeats without interruption. */
async function letLeasesExpire(db: Database): Promise<void> {
  await db.orm.execute(
    `insert into scheduler_heartbeat (alive_until, leases_expire_from) values ('infinity', '-infinity')`,
  );
}

/** A workspace that all tests in a file share. Its properties exist only in hooks and tests. */
export function openWorkspaceForFile(): Workspace {
  const workspace = {} as Workspace;
  beforeAll(async () => {
    Object.assign(workspace, await openWorkspace());
  });
  afterAll(() => workspace.close());
  return workspace;
}

/** A new workspace for each test in a file. Its properties exist only in hooks and tests. */
export function openWorkspaceForEachTest(): Workspace {
  const workspace = {} as Workspace;
  beforeEach(async () => {
    Object.assign(workspace, await openWorkspace());
  });
  afterEach(() => workspace.close());
  return workspace;
}

/** The context of a new account. */
export async function newAccount({ db, core }: Workspace): Promise<CoreContext> {
  const [row] = await db.orm.execute<{ id: string }>(
    `insert into accounts (name) values ('another') returning id`,
  );
  return { ...core, accountId: Number(row!.id) };
}

export const item = (path = ''): CaptureRequestBody => ({ url: `https://example.com/${path}` });

export const inAnHour = () => new Date(Date.now() + 3_600_000);

/** A schedule that runs every hour, starting at `firstRunAt`. */
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
