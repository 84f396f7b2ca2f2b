import type { Delivery } from '@shotclock/client';

/** Whether a message has not been delivered although it was attempted. */
export const isFailing = ({ status, attempts }: Delivery): boolean =>
  status === 'FAILED' || (status === 'PENDING' && attempts > 0);
