// Rows that cannot be processed must not prevent the processing of others. Each is reported with its IDs and omitted.
import { isPermanentFault, type Queryable } from '@shotclock/db';

export type OnFault = (error: unknown, ids: Record<string, unknown>) => void;

/** Calls `work` with all items, or with parts of them, and returns its results in order. */
export type ForAll = <Item extends object, Result>(
  tx: Queryable,
  items: Item[],
  work: (tx: Queryable, items: Item[]) => Promise<Result[]>,
) => Promise<Result[]>;

export const atOnce: ForAll = (tx, items, work) => work(tx, items);

/**
 * Calls `work` with halves of the items if it fails, until each faulty item is alone. Faults of the database, such as deadlocks
 * and time limits, are thrown. Needs a savepoint per call.
 */
export function divided(onFault: OnFault): ForAll {
  const forAll: ForAll = async (tx, items, work) => {
    try {
      return await tx.transaction((part) => work(part, items));
    } catch (error) {
      const [first] = items;
      if (first === undefined || !isPermanentFault(error)) throw error;
      if (items.length === 1) {
        onFault(error, idsOf(first));
        return [];
      }
      const half = Math.ceil(items.length / 2);
      const results = await forAll(tx, items.slice(0, half), work);
      return [...results, ...(await forAll(tx, items.slice(half), work))];
    }
  };
  return forAll;
}

const idsOf = (item: object) =>
  Object.fromEntries(Object.entries(item).filter(([, value]) => typeof value === 'number'));

/** The result of `work`; `otherwise` if it throws, which is reported. */
export function orElse<T>(
  { onFault, ids, otherwise }: { onFault: OnFault; ids: Record<string, unknown>; otherwise: T },
  work: () => T,
): T {
  try {
    return work();
  } catch (error) {
    onFault(error, ids);
    return otherwise;
  }
}
