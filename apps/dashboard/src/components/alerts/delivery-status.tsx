import type { Delivery } from '@shotclock/client';
import { alertTexts } from '../../texts/alert-texts.ts';
import { Status, type Tone } from '../text/status.tsx';

const tones: Record<Delivery['status'], Tone> = {
  PENDING: 'busy',
  DELIVERED: 'good',
  FAILED: 'bad',
  CANCELLED: 'quiet',
};

/** Whether a message has not been delivered yet although it was attempted. */
export const isFailing = ({ status, attempts }: Delivery): boolean =>
  status === 'FAILED' || (status === 'PENDING' && attempts > 0);

export function DeliveryStatus({ delivery }: { delivery: Delivery }) {
  const { status, attempts } = delivery;
  if (status === 'PENDING' && attempts > 0)
    return <Status tone="warn">{alertTexts.retrying(attempts)}</Status>;
  return <Status tone={tones[status]}>{alertTexts.statuses[status]}</Status>;
}
