import { type OptionsOf, requestInit } from '../call-options.ts';
import type { AuditEntry } from '../openapi.gen.ts';
import { type List, listOf } from '../pages.ts';
import type { RawClient } from '../raw-client.ts';

/** Needs a key with the scope `admin`. */
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
