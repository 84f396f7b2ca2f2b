// Sessions as holders of `admin` keys see them: without sessions that have ended or whose key is no longer valid.
import type { PageRequest, SortField } from '@shotclock/contracts';
import { and, count, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { apiKeys } from '../../schema/api-keys.ts';
import { auditLog } from '../../schema/audit-log.ts';
import { sessions } from '../../schema/sessions.ts';
import type { KeyOwner } from '../api-keys/api-keys.ts';
import { isAfter, pageOrder, readPage } from '../page.ts';

/** A session with its key and the IP address of its sign-in. A session ends no later than its key. */
export type AccountSessionRow = {
  id: number;
  accountId: number;
  apiKeyId: number;
  keyName: string;
  keyPrefix: string;
  clientAddress: string | null;
  createdAt: Date;
  expiresAt: Date;
};

/** The keys are selected first, because `sessions` has an index on the key but not on the account. */
const validOf = ({ accountId }: KeyOwner) =>
  and(
    accountId === null ? undefined : eq(apiKeys.accountId, accountId),
    isNull(apiKeys.revokedAt),
    or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`)),
    isNull(sessions.revokedAt),
    gt(sessions.expiresAt, sql`now()`),
  );

/**
 * The address from the audit entry of the sign-in, which has the same time as the session because it was inserted in the
 * same transaction.
 */
const addressOfSignIn = (db: Queryable) =>
  db
    .select({ value: auditLog.clientAddress })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.accountId, sessions.accountId),
        eq(auditLog.createdAt, sessions.createdAt),
        eq(auditLog.resourceType, 'SESSION'),
        eq(auditLog.resourceId, sessions.id),
      ),
    )
    .limit(1);

const selectSessions = (db: Queryable) =>
  db
    .select({
      id: sessions.id,
      accountId: sessions.accountId,
      apiKeyId: sessions.apiKeyId,
      keyName: apiKeys.name,
      keyPrefix: apiKeys.prefix,
      clientAddress: sql<string | null>`(${addressOfSignIn(db)})`,
      createdAt: sessions.createdAt,
      expiresAt: sql<Date>`least(${sessions.expiresAt}, ${apiKeys.expiresAt})`.mapWith(sessions.expiresAt),
    })
    .from(sessions)
    .innerJoin(apiKeys, eq(apiKeys.id, sessions.apiKeyId))
    .$dynamic();

export async function findAccountSession(
  db: Queryable,
  { sessionId, ...owner }: { sessionId: number } & KeyOwner,
): Promise<AccountSessionRow | undefined> {
  const [row] = await selectSessions(db).where(and(eq(sessions.id, sessionId), validOf(owner)));
  return row;
}

/** Like `findAccountSession`, but also locks the session until the transaction ends. */
export async function lockAccountSession(
  tx: Queryable,
  { sessionId, ...owner }: { sessionId: number } & KeyOwner,
): Promise<AccountSessionRow | undefined> {
  const [row] = await selectSessions(tx)
    .where(and(eq(sessions.id, sessionId), validOf(owner)))
    .for('update', { of: sessions });
  return row;
}

/** A page of sessions. `db` must be a transaction of `Database.snapshot`. */
export async function listAccountSessions(
  db: Queryable,
  owner: KeyOwner,
  request: PageRequest<SortField<'sessions'>>,
) {
  const { field } = request.sort;
  const { id } = sessions;
  const where = validOf(owner);
  return readPage(request, {
    count: async () => {
      const [total] = await db
        .select({ value: count() })
        .from(sessions)
        .innerJoin(apiKeys, eq(apiKeys.id, sessions.apiKeyId))
        .where(where);
      return total!.value;
    },
    read: (window) =>
      selectSessions(db)
        .where(and(where, isAfter(sessions[field], id, window)))
        .orderBy(...pageOrder(sessions[field], id, window.direction))
        .limit(window.limit)
        .offset(window.offset),
    sortValue: (row) => row[field],
  });
}
