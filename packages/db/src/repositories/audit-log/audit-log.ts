import type { AuditActor, AuditedResource, PageRequest, SortField } from '@shotclock/contracts';
import { and, count, eq, gte, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { apiKeys } from '../../schema/api-keys.ts';
import { auditLog } from '../../schema/audit-log.ts';
import { deleteFirst } from '../delete-first.ts';
import type { Period } from '../feeds/feed-selection.ts';
import { hasId } from '../has-id.ts';
import { isAfter, pageOrder, readPage } from '../page.ts';
import { arrayText, preparedStatement } from '../prepared-statement.ts';
import { resourceName } from './resource-name.ts';

export type AuditRow = typeof auditLog.$inferSelect;
/** The author of a change and the request that made it. */
export type AuditOrigin = Pick<
  AuditRow,
  'actor' | 'apiKeyId' | 'sessionId' | 'action' | 'fields' | 'clientAddress' | 'requestId'
>;
/** A resource that was changed, and its account. */
export type AuditChange = Pick<AuditRow, 'accountId' | 'resourceType' | 'resourceId'>;

type Values = Record<Exclude<keyof AuditOrigin, 'apiKeyId' | 'sessionId'> | 'changes', string | null> &
  Record<'apiKeyId' | 'sessionId', number | null>;

const insertAll = preparedStatement<Values, never>(
  'append_audit_entries',
  (value) => sql`
    insert into ${auditLog} (account_id, actor, api_key_id, session_id, action, resource_type, resource_id, fields, client_address, request_id)
    select change."accountId", ${value('actor')}::text, ${value('apiKeyId')}::bigint, ${value('sessionId')}::bigint, ${value('action')}::text,
      change."resourceType", change."resourceId", ${value('fields')}::text[], ${value('clientAddress')}::text, ${value('requestId')}::text
    from json_to_recordset(${value('changes')}::json) as change ("accountId" bigint, "resourceType" text, "resourceId" bigint)`,
);

/**
 * Appends an entry for each change. Starts its only statement immediately. `origin.fields` contains only field names from
 * schemas, which have no special characters.
 */
export async function appendAuditEntries(
  tx: Queryable,
  changes: AuditChange[],
  origin: AuditOrigin,
): Promise<void> {
  if (changes.length === 0) return;
  await insertAll(tx, { ...origin, fields: arrayText(origin.fields), changes: JSON.stringify(changes) });
}

/** The filter for the audit log; null fields do not filter. The period applies to `createdAt`. */
export type AuditFilter = Period & {
  accountId: number | null;
  action: string | null;
  actor: AuditActor | null;
  apiKeyId: number | null;
  resourceType: AuditedResource | null;
  resourceId: number | null;
};

const noAuditFilter: AuditFilter = {
  accountId: null,
  action: null,
  actor: null,
  apiKeyId: null,
  resourceType: null,
  resourceId: null,
  from: null,
  to: null,
};

/**
 * A page of the audit log for the reader's account, or for all accounts if it is null. `hasOwnKey` indicates whether the
 * change was made with a key of the reader's account. `resourceName` is null unless the request asks for resource names.
 * `db` must be a transaction of `Database.snapshot`.
 */
export async function listAuditLog(
  db: Queryable,
  reader: { accountId: number | null },
  request: PageRequest<SortField<'auditLog'>> & Partial<AuditFilter> & { needsNames?: boolean },
) {
  const { field } = request.sort;
  const { id } = auditLog;
  const where = conditions(reader, { ...noAuditFilter, ...request });
  const ownKey = and(
    eq(apiKeys.id, auditLog.apiKeyId),
    ...(reader.accountId === null ? [] : [eq(apiKeys.accountId, reader.accountId)]),
  );
  return readPage(request, {
    count: async () => {
      const [total] = await db.select({ value: count() }).from(auditLog).where(where);
      return total!.value;
    },
    read: async (window) => {
      const rows = await db
        .select({
          entry: auditLog,
          keyId: apiKeys.id,
          resourceName: request.needsNames ? resourceName : sql<null>`null`,
        })
        .from(auditLog)
        .leftJoin(apiKeys, ownKey)
        .where(and(where, isAfter(auditLog[field], id, window)))
        .orderBy(...pageOrder(auditLog[field], id, window.direction))
        .limit(window.limit)
        .offset(window.offset);
      return rows.map(({ entry, keyId, resourceName }) => ({
        ...entry,
        hasOwnKey: keyId !== null,
        resourceName,
      }));
    },
    sortValue: (row) => row[field],
  });
}

function conditions(reader: { accountId: number | null }, filter: AuditFilter): SQL | undefined {
  const { accountId, action, actor, apiKeyId, resourceType, resourceId, from, to } = filter;
  return and(
    ...(reader.accountId === null ? [] : [eq(auditLog.accountId, reader.accountId)]),
    ...(accountId === null ? [] : [hasId(auditLog.accountId, accountId)]),
    ...(action === null ? [] : [eq(auditLog.action, action)]),
    ...(actor === null ? [] : [eq(auditLog.actor, actor)]),
    ...(apiKeyId === null ? [] : [hasId(auditLog.apiKeyId, apiKeyId), isKeyOf(reader, apiKeyId)]),
    ...(resourceType === null ? [] : [eq(auditLog.resourceType, resourceType)]),
    ...(resourceId === null ? [] : [hasId(auditLog.resourceId, resourceId)]),
    ...(from ? [gte(auditLog.createdAt, from)] : []),
    ...(to ? [lte(auditLog.createdAt, to)] : []),
  );
}

/**
 * The condition under which the reader may see that the changes were made with this key; undefined if there is no
 * restriction.
 */
function isKeyOf({ accountId }: { accountId: number | null }, keyId: number): SQL | undefined {
  if (accountId === null) return undefined;
  return sql`exists (select from ${apiKeys} where ${hasId(apiKeys.id, keyId)} and ${eq(apiKeys.accountId, accountId)})`;
}

/**
 * Deletes up to `limit` entries older than `days` days, oldest first, and returns their number. A trigger rejects all other
 * deletions.
 */
export async function deleteExpiredAuditEntries(
  tx: Queryable,
  { days, limit }: { days: number; limit: number },
): Promise<number> {
  await tx.execute(sql`select set_config('shotclock.audit_retention', 'on', true)`);
  const where = lt(auditLog.createdAt, sql`now() - make_interval(days => ${days})`);
  const order = sql`${auditLog.createdAt}, ${auditLog.id}`;
  return deleteFirst(tx, auditLog, { key: auditLog.id, where, order, limit });
}
