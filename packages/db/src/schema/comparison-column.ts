import type { Comparison } from '@shotclock/contracts';
import { customType } from 'drizzle-orm/pg-core';

/**
 * A comparison as JSON.
 * @param missing the values of fields that were added after the row was written
 */
export const comparisonColumn = (missing: Comparison) =>
  customType<{ data: Comparison; driverData: string | Partial<Comparison> }>({
    dataType: () => 'jsonb',
    toDriver: (comparison) => JSON.stringify(comparison),
    fromDriver: (stored) => ({
      ...missing,
      ...(typeof stored === 'string' ? (JSON.parse(stored) as Partial<Comparison>) : stored),
    }),
  })();
