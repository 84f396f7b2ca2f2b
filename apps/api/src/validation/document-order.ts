import type { FieldError } from '@shotclock/contracts';

/**
 * Sorts errors by the position of their values in the body. An error about a missing field precedes the errors in the
 * object's existing fields. Errors about other parts of the request come first, in their original order.
 */
export function inDocumentOrder(errors: readonly FieldError[], body: unknown): FieldError[] {
  const keysOf = keyPositions();
  const positioned = errors.map((error) => ({ error, position: positionOf(error.path, body, keysOf) }));
  return positioned.sort((a, b) => compare(a.position, b.position)).map(({ error }) => error);
}

type KeyPositions = (container: object) => ReadonlyMap<string, number>;

/** Reads the keys of each object or array only once, because a body can have many errors. */
function keyPositions(): KeyPositions {
  const known = new Map<object, ReadonlyMap<string, number>>();
  return (container) => {
    const positions =
      known.get(container) ?? new Map(Object.keys(container).map((key, position) => [key, position]));
    known.set(container, positions);
    return positions;
  };
}

/** The position of each key along a JSON Pointer; -1 for keys that do not exist in the body. */
function positionOf(path: string, body: unknown, keysOf: KeyPositions): number[] {
  const positions: number[] = [];
  let container = body;
  for (const token of path.split('/').slice(1)) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    const position = isContainer(container) ? keysOf(container).get(key) : undefined;
    if (position === undefined) return [...positions, -1];
    positions.push(position);
    container = (container as Record<string, unknown>)[key];
  }
  return positions;
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

function compare(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((position, at) => position !== b[at]);
  if (index < 0) return a.length - b.length;
  return index < b.length ? a[index]! - b[index]! : 1;
}
