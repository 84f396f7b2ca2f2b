import { type OptionsOf, requestInit } from '../call-options.ts';
import type { AuditEntry } from '../openapi.gen.ts';
import { type List, listOf } from '../pages.ts';
import type { RawClient } from '../raw-client.ts';

/** Requires a key with the `admin` scope. */
export function auditLog(raw: RawClient) {
  return {
    list(options: OptionsOf<'listAuditLog'> = {}): List<AuditEntry> {
      const { query, init } = requestInit(options);
      return listOf(query, (position) =>
        raw.GET('/api/v1/audit-log', { params: { query: { ...query, ...position } }, ...init }),
      );
    },
  };
}
