import type { Database } from '@shotclock/db';
import { msUntilNextDelivery as readMs } from '@shotclock/db/all-accounts';

/** Milliseconds until the next delivery of any account is due, 0 if one is due, null if none is pending. */
export const msUntilNextDelivery = ({ db }: { db: Database }): Promise<number | null> => readMs(db.orm);
