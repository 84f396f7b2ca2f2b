import type { Resolve } from './name-resolver.ts';

/** Number of failed lookups of a name after which the last failure remains valid for the session. */
const maxLookups = 3;

export type SessionNames = {
  /** Returns the addresses of the first successful lookup, which prevents DNS rebinding. */
  resolve(host: string, port: number): Promise<string[]>;
};

export type SessionNamesOptions = {
  resolve: Resolve;
  maxNames: number;
  /** Creates the error for a name that exceeds `maxNames`. */
  overLimit(host: string, port: number): Error;
  /** Creates the signal that ends one lookup. */
  lookupSignal(): AbortSignal;
};

/** Caches the names that one session has resolved. Concurrent calls for the same name share one lookup. */
export function createSessionNames(options: SessionNamesOptions): SessionNames {
  const names = new Map<string, { addresses: Promise<string[]> | null; lookups: number }>();
  return {
    resolve(host, port) {
      const name = names.get(host) ?? { addresses: null, lookups: 0 };
      if (name.addresses) return name.addresses;
      if (!names.has(host) && names.size >= options.maxNames)
        return Promise.reject(options.overLimit(host, port));
      names.set(host, name);
      name.lookups += 1;
      const addresses = options.resolve(host, options.lookupSignal());
      name.addresses = addresses;
      addresses.catch(() => {
        if (name.lookups < maxLookups) name.addresses = null;
      });
      return addresses;
    },
  };
}
