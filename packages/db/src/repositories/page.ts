import type { PageRequest } from '@shotclock/contracts';
import { type AnyColumn, asc, desc, type SQL } from 'drizzle-orm';

/** Order by the asked column, ties by id in the same direction: pages neither repeat nor skip. A null counts as the greatest. */
export function pageOrder(column: AnyColumn, id: AnyColumn, direction: 'asc' | 'desc'): SQL[] {
  const order = direction === 'asc' ? asc : desc;
  return column === id ? [order(id)] : [order(column), order(id)];
}

export const pageOffset = ({ page, size }: PageRequest<string>) => page * size;
