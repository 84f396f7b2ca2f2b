import type { Me } from '@shotclock/client';
import { useEffect } from 'react';
import { rememberScopes } from './access.ts';
import { api } from './client.ts';
import { useRefetchInterval } from './live-updates.ts';

/** Whose key the session has, what it permits, and how much of the limits is used. */
export function useMe(): { data: Me | undefined; error: unknown; refetch: () => unknown } {
  const refetchInterval = useRefetchInterval();
  const { data, error, refetch } = api.useQuery('get', '/api/v1/me', {}, { refetchInterval });
  useEffect(() => {
    if (data) rememberScopes(data.scopes);
  }, [data]);
  return { data, error, refetch };
}
