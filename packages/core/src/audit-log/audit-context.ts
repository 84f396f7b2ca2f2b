import type { AuditedResource } from '@shotclock/contracts';
import type { AuditChange, AuditOrigin } from '@shotclock/db';

/** The properties of a request or command that the audit log records. */
export type AuditContext = Omit<AuditOrigin, 'fields'> & {
  /** Returns the names of the fields in the body. Called only after the request has been validated. */
  fields: () => string[];
};

/** A resource that a verb has changed. Its account is the request's account unless `accountId` is given. */
export type AuditedChange = Omit<AuditChange, 'accountId'> & { accountId?: number };

/** The change to one resource, which belongs to the request's account unless `accountId` is given. */
export const changed = (
  resourceType: AuditedResource,
  resourceId: number,
  accountId?: number,
): AuditedChange[] => [{ resourceType, resourceId, ...(accountId === undefined ? {} : { accountId }) }];

export const auditOrigin = ({ fields, ...origin }: AuditContext): AuditOrigin => ({
  ...origin,
  fields: fields(),
});
