import type { ObjectStore } from './object-store.ts';

/**
 * Receives the duration of each operation, for metrics. A read ends when its stream is available. `missing`: the
 * requested object does not exist in the store.
 */
export type ObserveStore = (
  operation: 'put' | 'get' | 'exists' | 'delete' | 'list',
  seconds: number,
  result: 'succeeded' | 'missing' | 'failed',
) => void;

export function observeObjectStore(store: ObjectStore, observe: ObserveStore): ObjectStore {
  const timed =
    <A extends unknown[], R>(operation: Parameters<ObserveStore>[0], work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      const startedAt = performance.now();
      const end = (result: Parameters<ObserveStore>[2]) =>
        observe(operation, (performance.now() - startedAt) / 1_000, result);
      try {
        const value = await work(...args);
        end(value === null || value === false ? 'missing' : 'succeeded');
        return value;
      } catch (error) {
        end('failed');
        throw error;
      }
    };
  return {
    ...store,
    put: timed('put', store.put),
    get: timed('get', store.get),
    exists: timed('exists', store.exists),
    delete: timed('delete', store.delete),
    list: timed('list', store.list),
  };
}
