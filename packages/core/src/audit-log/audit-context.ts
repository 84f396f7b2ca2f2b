import type { AuditedResource } from '@shotclock/contracts';
import type { AuditChange, AuditOrigin } from '@shotclock/db';

/** What the audit log records about a request or a command. */
export type AuditContext = Omit<AuditOrigin, 'fields'> & {
  /** The names of the fields in the body. Called when the request has been validated. */
  fields: () => string[];
};

/** A resource that a verb has changed. Its account is that of the request unless given. */
export type AuditedChange = Omit<AuditChange, 'accountId'> & { accountId?: number };

/** The change of one resource, of the account of the request unless `accountId` is given. */
export const changed = (
  resourceType: AuditedResource,
  resourceId: number,
  accountId?: number,
): AuditedChange[] => [{ resourceType, resourceId, ...(accountId === undefined ? {} : { accountId }) }];

export const auditOrigin = ({ fields, ...origin }: AuditContext): AuditOrigin => ({
  ...origin,
  fields: fields(),
});
