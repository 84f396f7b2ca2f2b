import type { ApiKey } from '@shotclock/contracts';
import type { ApiKeyRow } from '@shotclock/db';
import { type AuditedChange, changed } from '../audit-log/audit-context.ts';

export function apiKeyResource(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    accountId: row.accountId,
    name: row.name,
    scopes: row.scopes,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    prefix: row.prefix,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    rotatedAt: row.rotatedAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
  };
}

/** The change to a key, as recorded in the audit log. */
export const changedKey = ({ id, accountId }: Pick<ApiKeyRow, 'id' | 'accountId'>): AuditedChange[] =>
  changed('API_KEY', id, accountId);
