import type { Api } from '../api-instance.ts';
import { acceptedTypes } from '../body-types.ts';

/** Returns the methods that a path's routes support, including OPTIONS; an empty set for an unknown path. */
export type KnownPaths = (path: string) => Set<string>;

/** Collects the routes that are registered after this call. */
export function collectPaths(app: Api): KnownPaths {
  const known = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    // The CORS plugin registers this route to respond to preflight requests.
    if (url === '*') return;
    const path = known.get(url) ?? { pattern: patternOf(url), methods: new Set(['OPTIONS']) };
    for (const name of [method].flat()) path.methods.add(name);
    known.set(url, path);
  });
  return (path) => {
    const matching = [...known.values()].filter(({ pattern }) => pattern.test(path));
    return new Set(matching.flatMap(({ methods }) => [...methods]).sort());
  };
}

/** The headers of a response to OPTIONS (RFC 9110, section 9.3.7; RFC 5789, section 3.1). */
export const optionsHeaders = (methods: Set<string>): Record<string, string> => ({
  allow: [...methods].join(', '),
  ...(methods.has('PATCH') ? acceptedTypes('PATCH') : {}),
});

function patternOf(url: string): RegExp {
  const source = url
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : RegExp.escape(part)))
    .join('/');
  return new RegExp(`^${source}$`);
}
