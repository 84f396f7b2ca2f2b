import type { KeyScope } from '@shotclock/client';
import { api } from './client.ts';

/**
 * Whether the key of the session has a scope; undefined until it is known. Without authentication everything is permitted. A key keeps its
 * scopes, so they are read once.
 */
export function useMay(scope: KeyScope): boolean | undefined {
  const { data } = api.useQuery('get', '/api/v1/me', {}, { staleTime: Number.POSITIVE_INFINITY });
  return data?.scopes.includes(scope);
}
