/** A placeholder for an ID from an earlier response. It is resolved when the request is sent. */
export class DiscoveredId {
  readonly noun: string;
  readonly pick: number;

  /**
   * @param noun the last segment of the collection's path, such as `schedules`
   * @param pick 0 is the newest ID
   */
  constructor(noun: string, pick: number) {
    this.noun = noun;
    this.pick = pick;
  }
}

/** The collection of a field that contains an ID: `baselineScreenshotId` refers to `screenshots`. */
export function nounOf(field: string): string | null {
  const word = /([A-Z]?[a-z]+)Id$/.exec(field)?.[1];
  return word === undefined ? null : `${word.toLowerCase()}s`;
}

const maxIdsPerCollection = 24;

/** IDs and ETags from earlier responses. The newest are used first, because they are the most likely to still exist. */
export class DiscoveredIds {
  readonly #pools = new Map<string, string[]>();
  readonly #etags = new Map<string, string>();

  /**
   * Returns an ID of the collection at `path` if one is known, otherwise an ID of any collection with that noun,
   * otherwise 1.
   */
  resolve({ noun, pick }: DiscoveredId, path = ''): string {
    const pool = this.#pools.get(path) ?? this.#pools.get(noun) ?? [];
    return pool.length === 0 ? '1' : pool[pool.length - 1 - (pick % pool.length)]!;
  }

  etagOf(path: string): string {
    return this.#etags.get(path) ?? '"unknown"';
  }

  /** Collects the IDs and the ETag in a response from `path`. */
  learn(path: string, headers: Record<string, unknown>, body: unknown): void {
    if (typeof headers.etag === 'string') this.#etags.set(path, headers.etag);
    const location = typeof headers.location === 'string' ? pathOf(headers.location) : undefined;
    if (location && /^\d+$/.test(lastSegment(location))) this.#add(parent(location), lastSegment(location));
    this.#walk(/^\d+$/.test(lastSegment(path)) ? parent(path) : path, body);
  }

  forget(path: string): void {
    for (const collection of [parent(path), lastSegment(parent(path))]) {
      const pool = this.#pools.get(collection)?.filter((id) => id !== lastSegment(path));
      if (pool?.length === 0) this.#pools.delete(collection);
      else if (pool) this.#pools.set(collection, pool);
    }
  }

  #walk(collection: string, value: unknown): void {
    if (Array.isArray(value)) {
      // The most recently added ID is used first, and lists start with the newest record.
      for (const one of value.toReversed()) this.#walk(collection, one);
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    const { id } = value as { id?: unknown };
    for (const [field, inner] of Object.entries(value)) {
      const noun = nounOf(field);
      if (noun && isId(inner)) this.#add(noun, String(inner));
      else if (field === 'content') this.#walk(collection, inner);
      else if (isId(id)) this.#walk(`${collection}/${id}/${field}`, inner);
    }
    if (isId(id)) this.#add(collection, String(id));
  }

  #add(collection: string, id: string): void {
    for (const key of new Set([collection, lastSegment(collection)])) {
      const pool = (this.#pools.get(key) ?? []).filter((known) => known !== id);
      this.#pools.set(key, [...pool, id].slice(-maxIdsPerCollection));
    }
  }
}

const isId = (value: unknown): boolean => /^[1-9]\d*$/.test(String(value)) && typeof value !== 'object';
const parent = (path: string) => path.slice(0, path.lastIndexOf('/'));
const lastSegment = (path: string) => path.slice(path.lastIndexOf('/') + 1);
const pathOf = (address: string) => (URL.canParse(address) ? new URL(address).pathname : undefined);
