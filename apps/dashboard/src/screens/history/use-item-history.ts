import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { read } from '../../api/read.ts';
import { type HistoryBin, withIndexes } from './history-bins.ts';

const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * The days of the last year on which an item was captured, oldest first, in the viewer's time zone. Empty until they are known.
 * @param total the item's total number of captures
 */
export function useItemHistory(scheduleId: number, itemId: number, total: number): readonly HistoryBin[] {
  const { data } = useQuery(read('items.history', scheduleId, itemId, { by: 'day', timezone }));
  return useMemo(() => withIndexes(data?.periods ?? [], total), [data, total]);
}
