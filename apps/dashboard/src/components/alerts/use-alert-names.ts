import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/read.ts';
import { useDestinations } from './use-destinations.ts';

/** The account's rules by name. An account can have 100. */
export const allRules = () => read('alertRules.list', { size: 100, sort: 'name,asc' });

const namesOf = (records: readonly { id: number; name: string }[] | undefined) =>
  records && new Map(records.map(({ id, name }) => [id, name]));

/** The names of the account's rules and destinations by ID; undefined until they are loaded. */
export function useAlertNames() {
  const { data } = useQuery(allRules());
  const { destinations } = useDestinations();
  return { rules: namesOf(data?.content), destinations: namesOf(destinations) };
}
