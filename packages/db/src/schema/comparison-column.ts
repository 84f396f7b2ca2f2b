import { type Comparison, defaultComparison } from '@shotclock/contracts';
import { customType } from 'drizzle-orm/pg-core';

/** A comparison as JSON. Fields that are newer than the row have their defaults. */
export const comparisonColumn = customType<{ data: Comparison; driverData: string | Partial<Comparison> }>({
  dataType: () => 'jsonb',
  toDriver: (comparison) => JSON.stringify(comparison),
  fromDriver: (stored) => ({
    ...defaultComparison,
    ...(typeof stored === 'string' ? (JSON.parse(stored) as Partial<Comparison>) : stored),
  }),
});
