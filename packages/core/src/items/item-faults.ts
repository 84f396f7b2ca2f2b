import type { FieldError } from '@shotclock/contracts';

/** Number of items that an error message names. */
const namedItems = 10;

/**
 * Collects the errors in items that a request changes together. Identical errors are combined into one error that lists
 * the items, so the number of errors does not depend on the number of items.
 */
export function collectItemFaults() {
  const faults = new Map<string, { error: FieldError; items: number[]; count: number }>();
  return {
    /** @param itemIds items with the same settings */
    add(itemIds: number[], errors: FieldError[]): void {
      for (const error of errors) {
        const key = JSON.stringify(error);
        const fault = faults.get(key) ?? { error, items: [], count: 0 };
        faults.set(key, fault);
        fault.count += itemIds.length;
        fault.items = [...fault.items, ...itemIds.slice(0, namedItems)]
          .sort((a, b) => a - b)
          .slice(0, namedItems);
      }
    },
    isEmpty: (): boolean => faults.size === 0,
    errors: (): FieldError[] =>
      [...faults.values()].map(({ error, items, count }) => ({
        ...error,
        message: `${error.message} (${itemsText(items, count)})`,
      })),
  };
}

function itemsText(items: number[], count: number): string {
  if (count === 1) return `item ${items[0]}`;
  const others = count - items.length;
  return others === 0
    ? `items ${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
    : `items ${items.join(', ')} and ${others} other${others === 1 ? '' : 's'}`;
}
