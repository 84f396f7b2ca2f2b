import { randomBytes } from 'node:crypto';
import { type Database, defaultAccountId } from '@shotclock/db';
import { allowNothing, createOutboundClient } from '@shotclock/egress';
import { createImageConverter } from '@shotclock/images';
import { createSealer } from '@shotclock/sealing';
import type { ObjectStore } from '@shotclock/storage';
import { requestLimits } from '@shotclock/testing';
import {
  type CoreContext,
  createAdmission,
  createConversions,
  createKeyQuota,
  createLinks,
  createRecordedStore,
} from '../src/index.ts';

/** A context for the default account with the default limits, except for `changes`; used by tests and benchmarks. */
export function createTestContext(
  db: Database,
  store: ObjectStore,
  changes: Partial<CoreContext> = {},
): CoreContext {
  return {
    db,
    objects: createRecordedStore(db, store),
    links: createLinks({ publicUrl: () => 'http://shotclock.test', signer: null }),
    accountId: defaultAccountId,
    managesAllAccounts: true,
    limits: requestLimits(),
    admission: createAdmission(db),
    keyQuota: createKeyQuota(db),
    // No process starts until the first conversion.
    conversions: createConversions(
      createImageConverter({ processes: 1, maxWaiting: 8, maxWaitingPerOwner: 4 }),
    ),
    alerting: {
      sealer: createSealer([randomBytes(32)]),
      client: createOutboundClient({ allow: allowNothing }),
    },
    captureAttempts: 3,
    contentCheckPrice: 1,
    audit: null,
    ...changes,
  };
}
