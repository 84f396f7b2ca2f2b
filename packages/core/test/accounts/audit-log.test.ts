import { openDatabase } from '@shotclock/db';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AuditContext } from '../../src/audit-log/audit-context.ts';
import { listAuditLog } from '../../src/audit-log/list-audit-log.ts';
import { deleteExpiredAuditEntries, updateSchedule } from '../../src/index.ts';
import { createSchedule } from '../../src/schedules/create-schedule.ts';
import { inTransaction } from '../../src/transaction/in-transaction.ts';
import { countRoundTrips } from '../captures/count-round-trips.fixture.ts';
import { hourly, inAnHour, openWorkspace, type Workspace } from '../workspace.fixture.ts';

let workspace: Workspace;
let statements: string[] = [];
beforeAll(async () => {
  workspace = await openWorkspace((text) => statements.push(text));
});
afterAll(() => workspace.close());
beforeEach(() => {
  statements = [];
});

const audit: AuditContext = {
  actor: 'API_KEY',
  apiKeyId: 1,
  sessionId: null,
  action: 'updateSchedule',
  fields: () => ['name'],
  clientAddress: '203.0.113.7',
  requestId: 'one',
};
const entriesOf = async (requestId: string) => {
  const found = await workspace.db.orm.execute<{ id: string }>(
    `select id from audit_log where request_id = '${requestId}' order by id`,
  );
  return found.map(({ id }) => Number(id));
};

test('an entry records who made which change', async () => {
  const core = { ...workspace.core, audit: { ...audit, requestId: 'who' } };
  const { id } = await createSchedule(core, hourly(inAnHour()));
  const page = { page: 0, size: 20, sort: { field: 'id', direction: 'desc' } } as const;
  const filter = { resourceType: 'SCHEDULE', resourceId: id } as const;
  const { content } = await listAuditLog(core, { ...page, ...filter, expand: new Set() });
  expect(content).toEqual([
    {
      id: expect.any(Number),
      createdAt: expect.any(String),
      accountId: core.accountId,
      action: 'updateSchedule',
      resourceType: 'SCHEDULE',
      resourceId: id,
      fields: ['name'],
      actor: 'API_KEY',
      apiKeyId: 1,
      sessionId: null,
      clientAddress: '203.0.113.7',
      requestId: 'who',
    },
  ]);
});

test('an entry takes one statement but no additional round trip', async () => {
  const { id } = await createSchedule(workspace.core, hourly(inAnHour()));
  const counter = await countRoundTrips(workspace.databaseUrl);
  const db = openDatabase({ url: counter.url, name: 'round trips', connections: 1 });
  const costOf = async (ctx: typeof workspace.core) => {
    const rename = () => updateSchedule({ ...ctx, db }, { scheduleId: id, changes: { name: 'x' } });
    // The first call causes the driver to prepare the statements.
    await rename();
    const before = counter.roundTrips();
    await rename();
    return counter.roundTrips() - before;
  };
  try {
    const [without, withEntry] = [
      await costOf(workspace.core),
      await costOf({ ...workspace.core, audit: { ...audit, requestId: 'cost' } }),
    ];
    expect(without).toBeGreaterThan(2);
    expect(withEntry).toBe(without);
    expect(await entriesOf('cost')).toHaveLength(2);
  } finally {
    await db.close();
    await counter.close();
  }
});

describe('the change and its entry', () => {
  const rename = (ctx: typeof workspace.core, changes: Parameters<typeof inTransaction>[1]) =>
    inTransaction(ctx, changes, async (tx) => tx.execute(`update accounts set name = 'changed'`));
  const nameOf = async () => {
    const [row] = await workspace.db.orm.execute<{ name: string }>('select name from accounts where id = 1');
    return row!.name;
  };

  test('are rolled back together if the entry cannot be written', async () => {
    const core = { ...workspace.core, audit: { ...audit, requestId: 'failed' } };
    // A resource ID cannot be null.
    const broken = [{ resourceType: 'ACCOUNT' as const, resourceId: null as unknown as number }];
    await expect(rename(core, broken)).rejects.toThrow('audit_log');
    expect(await nameOf()).toBe('default');
    expect(await entriesOf('failed')).toEqual([]);
    // The connection is still usable.
    expect(statements.length).toBeGreaterThan(0);
  });

  test('are rolled back together if the change fails', async () => {
    const core = { ...workspace.core, audit: { ...audit, requestId: 'refused' } };
    const failing = inTransaction(core, [{ resourceType: 'ACCOUNT', resourceId: 1 }], async (tx) => {
      await tx.execute(`update accounts set name = 'changed'`);
      throw new Error('refused');
    });
    await expect(failing).rejects.toThrow('refused');
    expect(await entriesOf('refused')).toEqual([]);
    expect(await nameOf()).toBe('default');
  });

  test('are both lost if the connection ends before the commit', async () => {
    const core = { ...workspace.core, audit: { ...audit, requestId: 'killed' } };
    const killed = inTransaction(core, [{ resourceType: 'ACCOUNT', resourceId: 1 }], async (tx) => {
      await tx.execute(`update accounts set name = 'changed'`);
      const [own] = await tx.execute<{ pid: number }>('select pg_backend_pid() as pid');
      await workspace.db.orm.execute(`select pg_terminate_backend(${own!.pid}, 5000)`);
    });
    await expect(killed).rejects.toThrow();
    expect(await entriesOf('killed')).toEqual([]);
    expect(await nameOf()).toBe('default');
  });

  test('a request without a change does not add an entry', async () => {
    const core = { ...workspace.core, audit: { ...audit, requestId: 'nothing' } };
    await inTransaction(
      core,
      () => [],
      async (tx) => tx.execute('select 1'),
    );
    expect(await entriesOf('nothing')).toEqual([]);
  });
});

describe('entries', () => {
  test('cannot be changed or deleted', async () => {
    const { orm } = workspace.db;
    const appendOnly = { cause: { message: 'audit_log is append-only' } };
    for (const statement of [
      `update audit_log set action = 'x'`,
      'delete from audit_log',
      'truncate audit_log',
    ])
      await expect(orm.execute(statement), statement).rejects.toMatchObject(appendOnly);
  });

  test('are deleted after the retention period', async () => {
    const { db } = workspace;
    await db.orm.execute(`
      insert into audit_log (account_id, actor, action, resource_type, resource_id, fields, request_id, created_at)
      select 1, 'ANONYMOUS', 'x', 'ACCOUNT', 1, '{}', 'old', now() - make_interval(days => age) from unnest(array[9, 11, 12]) age`);
    expect(await deleteExpiredAuditEntries({ db }, { days: null })).toBe(0);
    expect(await deleteExpiredAuditEntries({ db }, { days: 10 })).toBe(2);
    expect(await entriesOf('old')).toHaveLength(1);
    // The permission to delete ends with the transaction.
    await expect(db.orm.execute('delete from audit_log')).rejects.toThrow();
  });
});
