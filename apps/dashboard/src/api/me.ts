import type { Me } from '@shotclock/client';
import { useEffect } from 'react';
import { rememberScopes } from './access.ts';
import { api } from './client.ts';
import { useRefetchInterval } from './live-updates.ts';

/** The account and scopes of the session's key, with limits and usage. */
export function useMe(): { data: Me | undefined; error: unknown; refetch: () => unknown } {
  const refetchInterval = useRefetchInterval();
  const { data, error, refetch } = api.useQuery('get', '/api/v1/me', {}, { refetchInterval });
  useEffect(() => {
    if (data) rememberScopes(data.scopes);
  }, [data]);
  return { data, error, refetch };
}
