import type { Database, KeyHold } from '@shotclock/db';
import type { ConversionClient } from '@shotclock/images';
import type { Admission } from './admission/admission.ts';
import type { UsageLimits, WaitingLimits } from './admission/new-captures.ts';
import type { AuditContext } from './audit-log/audit-context.ts';
import type { KeyQuota } from './idempotency/key-quota.ts';
import type { Links } from './links/links.ts';
import type { RecordedStore } from './objects/recorded-store.ts';
import type { Conversions } from './variants/conversions.ts';

/** The operator's limits. Accounts can have others, which are read where they apply (ADR 48). */
export type RequestLimits = WaitingLimits &
  UsageLimits & {
    /** Maximum number of captures of an account in the queue and in browsers; null for none. For information: the release applies it. */
    maxRunningCapturesPerAccount: number | null;
    /** Maximum number of schedules of an account; null for none. */
    maxSchedulesPerAccount: number | null;
    /** Maximum number of valid API keys of an account, without those that were rotated, which have the same maximum. */
    maxApiKeysPerAccount: number;
    minRunIntervalSeconds: number;
    maxItemsPerSchedule: number;
    /** Maximum number of requests of an account that wait for a result at the same time, in one process. */
    maxWaitingRequestsPerAccount: number;
    /** Maximum number of requests of all accounts that wait for a result at the same time, in one process. */
    maxWaitingRequests: number;
    /** Maximum number of event streams of an account, in one process. */
    maxEventStreamsPerAccount: number;
    /** Maximum number of event streams of all accounts, in one process. */
    maxEventStreams: number;
    /** Maximum number of idempotency keys of an account. */
    maxIdempotencyKeysPerAccount: number;
    /** Bytes of the responses to idempotency keys of an account from which requests with a new key are refused. */
    maxReplayBytesPerAccount: number;
    /** Maximum number of bytes of the items of an account; null for none. */
    maxItemBytesPerAccount: number | null;
  };

/** What every verb of a request receives: the stores, the account that it acts for, and the operator's limits. */
export type CoreContext = {
  db: Database;
  objects: RecordedStore;
  /** Makes the URLs in responses. */
  links: Links;
  accountId: number;
  /** Whether the request manages the keys of all accounts, and the accounts themselves. */
  managesAllAccounts: boolean;
  /** When the API key of the request expires; null or absent: never. No key that it makes is valid for longer. */
  keyExpiresAt?: Date | null;
  /** ID of the request. The captures that it starts keep it, for the log lines of their workers. */
  requestId?: string;
  limits: RequestLimits;
  admission: Admission;
  keyQuota: KeyQuota;
  /** Makes smaller images and tiles from the images of screenshots. */
  conversions: Conversions;
  /** The link and the address of a request without a key, whose conversions go after those of the account. */
  conversionClients?: readonly ConversionClient[];
  /** Maximum number of attempts of a capture, from 1. */
  captureAttempts: number;
  /** Credits that a content-change check costs, with at most four decimals; 0 makes checks free. */
  contentCheckPrice: number;
  /** Called after the transaction that cancelled captures, with their number. */
  onCancelled?: (captures: number) => void;
  /** Whether the client has the current version of the resource that the request changes. `assertCurrent` calls it; absent: any version. */
  isCurrent?: (resource: object) => boolean;
  /** Called after the transaction that changed or revoked an API key, with its prefix. */
  onApiKeyChanged?: (prefix: string) => void;
  /** Called after the transaction that ended a session, with the hash of its token. */
  onSessionEnded?: (hash: string) => void;
  /** The idempotency key that the request holds. `inTransaction` marks it. */
  heldKey?: KeyHold;
  /** What `inTransaction` records about the request; null for a request that changes nothing. */
  audit: AuditContext | null;
};

/** What the verbs that manage accounts and API keys need of the context. The command line has no more, and no limits. */
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
