// Tests how many rows the housekeeping statements read. The cost of a round must depend only on the due rows: a round
// must not read rows that are kept, and a transaction must not read all due rows.
import type { Database } from '@shotclock/db';
import { type Explainer, openExplainer, type PlanNode, type Statement } from '@shotclock/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addUrls,
  deleteEndedApiKeys,
  deleteExpiredAuditEntries,
  deleteExpiredChecks,
  deleteExpiredExecutions,
  deleteExpiredIdempotencyKeys,
  deleteExpiredScreenshots,
  deleteExpiredSessions,
  deleteExpiredTimeLapses,
  deleteUnusedItems,
  deleteUnusedSchedules,
  deleteUnusedUrls,
  removeItemsOfDeleted,
  sweepObjects,
} from '../../src/index.ts';
import { openWorkspace, type Workspace } from '../workspace.fixture.ts';

/** PostgreSQL's default for `jit_above_cost`. */
const jitAboveCost = 100_000;
/** Number of due rows, and number of kept rows, in each table. Each amounts to several batches. */
const due = 5_000;
const kept = 20_000;
/** Twice the largest batch, which is read once for selection and once for the change, plus the same number of referenced rows. */
const maxRead = 4_000;

/** Maximum number of statements that are explained per step, taken from its first batches. */
const maxExplained = 12;
/** The statements of the current step; null while no step is running. */
let recorded: Statement[] | null = null;
let workspace: Workspace;
/** The statements of each step. They do not depend on the planner's statistics. */
const statementsOfSteps = new Map<string, Statement[]>();
let explainer: Explainer;

class EnoughStatements extends Error {}

beforeAll(async () => {
  workspace = await openWorkspace((text, parameters) => {
    if (recorded?.length === maxExplained) throw new EnoughStatements();
    recorded?.push({ text, parameters });
  });
  await workspace.db.orm.execute('analyze');
  await stopAutovacuum(workspace.db);
  await fill(workspace.db);
  for (const [name, step] of Object.entries(steps)) statementsOfSteps.set(name, await statementsOf(step));
  explainer = openExplainer(workspace.databaseUrl);
});
afterAll(async () => {
  await explainer.close();
  await workspace.close();
});

/** Stops autovacuum, so that it does not change the statistics that the test has set. */
async function stopAutovacuum(db: Database): Promise<void> {
  const tables = await db.orm.execute<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  );
  for (const { name } of tables)
    await db.orm.execute(`alter table "${name}" set (autovacuum_enabled = false)`);
}

/** Deleted schedules, their items and their runs have IDs greater than this. */
const deletedFrom = 100_000;
/** No rows refer to due schedules, because all items and runs belong to kept schedules. */
const ofKept = `(case when n > ${kept} then n - ${kept} else n end)`;

/** Rows are numbered from 1. The rows after `kept` are due. */
async function fill(db: Database): Promise<void> {
  const settings = 'url, full_page, format, response_type, extract_html, extract_text';
  const values = `'https://example.com/', false, 'png', 'json', false, false`;
  const rows = `generate_series(1, ${due + kept}) n`;
  /** For due rows, this time is in the past. */
  const at = (days: number) =>
    `now() - interval '1 day' * (case when n > ${kept} then ${2 * days} else 0 end) - n * interval '1 ms'`;
  await db.transaction(async (tx) => {
    // The foreign keys are known to be valid, so checking them is unnecessary.
    await tx.execute('set local session_replication_role = replica');
    for (const statement of [
      `insert into accounts (name, manual_captures_since) select 'account', ${at(30)} from ${rows}`,
      `insert into schedules (id, account_id, name, status, type, timezone, missed_runs, overlap, jitter_seconds, retention_days, captures_since)
       overriding system value
       select n, 1, 'name', 'ACTIVE', 'ONCE', 'UTC', 'run_once', 'allow', 0, case when n % 10 = 1 then n % 100 end, ${at(101)} from ${rows}`,
      `insert into schedule_items (id, account_id, schedule_id, position, ${settings}) overriding system value select n, 1, n, 0, ${values} from ${rows}`,
      `insert into screenshots (account_id, item_id, source, status, captured_at, ${settings})
       select 1, n, 'SCHEDULED_SCREENSHOT', 'SUCCESS', ${at(101)}, ${values} from ${rows}`,
      `insert into screenshots (account_id, source, status, captured_at, ${settings})
       select 2, 'MANUAL_SCREENSHOT', 'SUCCESS', ${at(30)}, ${values} from ${rows}`,
      `insert into api_keys (id, account_id, name, prefix, hash, scopes, expires_at) overriding system value
       select n, 1, 'key', n, n, '{}', ${at(90)} from ${rows}`,
      `insert into sessions (account_id, api_key_id, hash, expires_at) select 1, 0 - n, n, ${at(1)} + interval '1 day' from ${rows}`,
      `insert into audit_log (account_id, actor, action, resource_type, resource_id, fields, created_at)
       select 1, 'API', 'update', 'SCHEDULE', n, '{}', ${at(30)} from ${rows}`,
      `insert into idempotency_keys (account_id, key, fingerprint, state, holder, lease_expires_at, expires_at)
       select 1, n, 'fingerprint', 'ANSWERED', gen_random_uuid(), now(), ${at(1)} + interval '1 day' from ${rows}`,
      `insert into objects (sha256, size, content_type, suspect_since) select repeat(md5(n::text), 2), 1, 'image/png', ${at(1)} from ${rows}`,
      `insert into image_variants (screenshot_id, account_id, image, variant) select id, 1, md5(id::text), 'webp-320x320' from screenshots`,
      `insert into content_checks (account_id, screenshot_id, baseline_screenshot_id, url, target, comparison, status, price, completed_at)
       select 1, id, id - 1, 'https://example.com/', id % 1000, '{}', 'SUCCESS', 1, captured_at from screenshots`,
      `insert into time_lapses (account_id, item_id, width, frames_per_second, only_changes, status, attempts_left, last_frame_at, completed_at)
       select 1, n, 320, 4, false, 'SUCCESS', 2, ${at(101)}, ${at(101)} from ${rows}`,
      // Deleted schedules. Records refer to the kept schedules and to their items and runs.
      `insert into schedules (id, account_id, name, status, type, timezone, missed_runs, overlap, jitter_seconds, deleted_at) overriding system value
       select ${deletedFrom} + n, 1, 'name', 'ACTIVE', 'ONCE', 'UTC', 'run_once', 'allow', 0, ${at(1)} - interval '2 days' from ${rows}`,
      `insert into schedule_items (id, account_id, schedule_id, position, removed_at, ${settings}) overriding system value
       select ${deletedFrom} + n, 1, ${deletedFrom} + ${ofKept}, n, now() - interval '2 days', ${values} from ${rows}`,
      `insert into schedule_executions (id, account_id, schedule_id, trigger, status, created_at, completed_at) overriding system value
       select ${deletedFrom} + n, 1, ${deletedFrom} + ${ofKept}, 'MANUAL', 'COMPLETED', now() - interval '100 days', now() - interval '100 days' from ${rows}`,
      `insert into screenshots (account_id, item_id, execution_id, source, status, captured_at, ${settings})
       select 1, ${deletedFrom} + n, ${deletedFrom} + n, 'SCHEDULED_SCREENSHOT', 'SUCCESS', now(), ${values} from generate_series(1, ${kept}) n`,
      `insert into content_checks (account_id, url, target, comparison, status, price, created_at, completed_at)
       select 1, 'https://example.com/', 'item', '{}', 'FAILED', 1, now() - interval '100 days', now() - case when n > ${kept} then interval '100 days' else '0' end from ${rows}`,
      // Only the first URL is used.
      `insert into urls (account_id, url) select 1, 'https://example.com/' || case n when 1 then '' else n::text end from ${rows}`,
    ])
      await tx.execute(statement);
  });
}

/** Runs the first part of a step in a transaction, rolls the transaction back, and returns the statements. */
async function statementsOf(step: (db: Database) => Promise<unknown>): Promise<Statement[]> {
  const { db } = workspace;
  const statements: Statement[] = [];
  recorded = statements;
  const rolledBack = db.transaction(async (tx) => {
    await step({ ...db, orm: tx, transaction: (work) => work(tx) });
    throw new EnoughStatements();
  });
  await expect(rolledBack).rejects.toThrow(EnoughStatements);
  recorded = null;
  return statements;
}

/** The number of rows that a plan's scans read from tables. */
function rowsRead(node: PlanNode): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  const isScan = node['Relation Name'] !== undefined && node['Node Type'].endsWith('Scan');
  const own = isScan ? (node['Actual Rows']! + removed) * node['Actual Loops']! : 0;
  return (node.Plans ?? []).reduce((sum, child) => sum + rowsRead(child), own);
}

/** Ends a step after its first transaction, because later transactions run the same statements. */
function onePass(
  db: Database,
  step: (ctx: { db: Database }, pass: { after: number; signal: AbortSignal }) => Promise<unknown>,
  after: number,
): Promise<unknown> {
  const stop = new AbortController();
  const transaction: Database['transaction'] = (...work) => {
    stop.abort();
    return db.transaction(...work);
  };
  return step({ db: { ...db, transaction } }, { after, signal: stop.signal });
}

const steps: Record<string, (db: Database) => Promise<unknown>> = {
  retention: (db) => deleteExpiredScreenshots({ db }, { defaultDays: 30 }),
  'idempotency keys': (db) => deleteExpiredIdempotencyKeys({ db }),
  sessions: (db) => deleteExpiredSessions({ db }),
  'API keys': (db) => deleteEndedApiKeys({ db }),
  'audit log': (db) => deleteExpiredAuditEntries({ db }, { days: 30 }),
  'retention of time-lapses': (db) => deleteExpiredTimeLapses({ db }, { defaultDays: 30 }),
  'retention of checks': (db) =>
    onePass(db, (ctx, pass) => deleteExpiredChecks(ctx, { days: 30, ...pass }), kept),
  'retention of executions': (db) =>
    onePass(db, (ctx, pass) => deleteExpiredExecutions(ctx, { days: 30, ...pass }), deletedFrom + kept),
  'items of deleted schedules': (db) => onePass(db, removeItemsOfDeleted, 0),
  'kept items': (db) => onePass(db, deleteUnusedItems, 0),
  'removed items': (db) => onePass(db, deleteUnusedItems, deletedFrom + kept),
  'deleted schedules': (db) => onePass(db, deleteUnusedSchedules, deletedFrom + kept),
  URLs: (db) => addUrls({ db }),
  'unused URLs': (db) => onePass(db, deleteUnusedUrls, 0),
  'unused objects': (db) => sweepObjects({ db, objects: workspace.core.objects }, { graceSeconds: 3_600 }),
};

/** Autovacuum analyzes the tables one after the other. */
const statistics: Record<string, string[]> = {
  'taken before anything was due': [],
  missing: ['delete from pg_statistic'],
  'of the schedules only': ['delete from pg_statistic', 'analyze schedules'],
  'of the screenshots and schedules only': ['delete from pg_statistic', 'analyze screenshots, schedules'],
  'of all but the schedules and items': [
    'analyze',
    `delete from pg_statistic where starelid in ('schedules'::regclass, 'schedule_items'::regclass)`,
  ],
  new: ['analyze'],
};

describe.each(Object.keys(statistics))('with planner statistics %s', (when) => {
  beforeAll(async () => {
    for (const statement of statistics[when]!) await workspace.db.orm.execute(statement);
  });

  test.each(Object.keys(steps))(
    'the statements of the step "%s" read only one batch of rows',
    async (name) => {
      const statements = statementsOfSteps.get(name)!;
      expect(statements).not.toEqual([]);
      const plans = await explainer.explain(statements, { analyze: true });
      const faults = plans.flatMap((plan, index) => {
        const { text } = statements[index]!;
        const read = rowsRead(plan);
        return [
          ...(read > maxRead ? [`reads ${read} rows: ${text}`] : []),
          ...(plan['Total Cost'] >= jitAboveCost ? [`costs ${plan['Total Cost']}: ${text}`] : []),
        ];
      });
      expect(faults).toEqual([]);
    },
  );
});
