import type { Me } from '@shotclock/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { rememberScopes } from './access.ts';
import { useRefetchInterval } from './live-updates.ts';
import { read } from './read.ts';

/** The account and the scopes of the session's key, with the account's limits and usage. */
export function useMe(): { data: Me | undefined; error: unknown; refetch: () => unknown } {
  const refetchInterval = useRefetchInterval();
  const { data, error, refetch } = useQuery({ ...read('me'), refetchInterval });
  useEffect(() => {
    if (data) rememberScopes(data.scopes);
  }, [data]);
  return { data, error, refetch };
}
