import type { Destination } from '@shotclock/client';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/read.ts';

/** The account's destinations by name. An account can have 100. */
export const allDestinations = () => read('destinations.list', { size: 100, sort: 'name,asc' });

/** The account's destinations, and their names by ID. */
export function useDestinations() {
  const { data, error, refetch } = useQuery(allDestinations());
  const destinations: readonly Destination[] | undefined = data?.content;
  return { destinations, error, refetch };
}
