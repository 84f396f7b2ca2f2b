import type { Mailer } from '@shotclock/alerts';
import type { Database, KeyHold } from '@shotclock/db';
import type { OutboundClient } from '@shotclock/egress';
import type { ConversionClient } from '@shotclock/images';
import type { Sealer } from '@shotclock/sealing';
import type { Admission } from './admission/admission.ts';
import type { UsageLimits, WaitingLimits } from './admission/new-captures.ts';
import type { AuditContext } from './audit-log/audit-context.ts';
import type { KeyQuota } from './idempotency/key-quota.ts';
import type { Links } from './links/links.ts';
import type { RecordedStore } from './objects/recorded-store.ts';
import type { Conversions } from './variants/conversions.ts';

/** The operator's limits. Accounts can have individual limits, which are read wherever they apply (ADR 48). */
export type RequestLimits = WaitingLimits &
  UsageLimits & {
    /**
     * Maximum number of captures per account in the queue and in browsers; null for unlimited. For information only; the
     * release enforces this limit.
     */
    maxRunningCapturesPerAccount: number | null;
    /** Maximum number of schedules per account; null for unlimited. */
    maxSchedulesPerAccount: number | null;
    /**
     * Maximum number of valid API keys per account, excluding rotated keys, which have a separate limit with the same
     * value.
     */
    maxApiKeysPerAccount: number;
    minRunIntervalSeconds: number;
    maxItemsPerSchedule: number;
    /** Maximum number of requests per account that may wait for results at the same time, in one process. */
    maxWaitingRequestsPerAccount: number;
    /** Maximum number of requests from all accounts that may wait for results at the same time, in one process. */
    maxWaitingRequests: number;
    /** Maximum number of event streams per account, in one process. */
    maxEventStreamsPerAccount: number;
    /** Maximum number of event streams for all accounts, in one process. */
    maxEventStreams: number;
    /** Maximum number of idempotency keys per account. */
    maxIdempotencyKeysPerAccount: number;
    /**
     * Maximum number of bytes in the stored responses of an account's idempotency keys. Once it is reached, requests with
     * a new key are refused.
     */
    maxReplayBytesPerAccount: number;
    /** Maximum total size of an account's items, in bytes; null for unlimited. */
    maxItemBytesPerAccount: number | null;
  };

/** What alerts need. */
export type Alerting = {
  /** Seals addresses and secrets; null if the installation has no key for them. */
  sealer: Sealer | null;
  /** Sends requests to receivers. */
  client: OutboundClient;
  /** Sends e-mails; null or absent if the operator has not configured a server. */
  mailer?: Mailer | null;
};

/** The context of every request verb: the stores, the account that the request acts for, and the operator's limits. */
export type CoreContext = {
  db: Database;
  objects: RecordedStore;
  /** Creates the URLs in responses. */
  links: Links;
  accountId: number;
  /** Whether the request manages all accounts and their keys. */
  managesAllAccounts: boolean;
  /**
   * When the request's API key expires; null or absent if it never expires. Keys that the request creates expire no later
   * than this.
   */
  keyExpiresAt?: Date | null;
  /** Request ID. Captures that the request starts store this ID, so that workers can log it. */
  requestId?: string;
  /** The `traceparent` of the request's span. Captures that the request starts store it. Absent if traces are off. */
  traceParent?: string;
  limits: RequestLimits;
  admission: Admission;
  keyQuota: KeyQuota;
  /** Creates smaller images and tiles from screenshots. */
  conversions: Conversions;
  /** The link and the address of a request without a key, whose conversions have a lower priority than the account's own. */
  conversionClients?: readonly ConversionClient[];
  alerting: Alerting;
  /** Maximum number of attempts per capture, from 1. */
  captureAttempts: number;
  /** Credits that a content-change check costs, with at most four decimal places; 0 makes checks free. */
  contentCheckPrice: number;
  /** Called after a transaction that has canceled captures, with the number of these captures. */
  onCancelled?: (captures: number) => void;
  /**
   * Whether the client has the current version of the resource that the request changes. `assertCurrent` calls it; if it
   * is absent, any version is accepted.
   */
  isCurrent?: (resource: object) => boolean;
  /** Called after a transaction that has changed or revoked an API key, with the prefix of the key. */
  onApiKeyChanged?: (prefix: string) => void;
  /** Called after a transaction that has ended a session, with the hash of the session token. */
  onSessionEnded?: (hash: string) => void;
  /** The idempotency key that the request holds. `inTransaction` marks it. */
  heldKey?: KeyHold;
  /** The audit information that `inTransaction` records; null for a request that only reads. */
  audit: AuditContext | null;
};

/** The part of the context for account and API key verbs. The command line provides only this part. */
export type ManagementContext = Pick<
  CoreContext,
  | 'db'
  | 'accountId'
  | 'managesAllAccounts'
  | 'keyExpiresAt'
  | 'heldKey'
  | 'isCurrent'
  | 'onApiKeyChanged'
  | 'onSessionEnded'
  | 'audit'
> & { limits?: Pick<RequestLimits, 'maxApiKeysPerAccount'> };

/** The account whose keys the request manages; null for all accounts. */
export const managedAccount = ({
  accountId,
  managesAllAccounts,
}: Pick<CoreContext, 'accountId' | 'managesAllAccounts'>): { accountId: number | null } => ({
  accountId: managesAllAccounts ? null : accountId,
});
