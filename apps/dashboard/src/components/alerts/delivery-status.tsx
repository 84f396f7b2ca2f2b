import type { Delivery } from '@shotclock/client';
import { alertTexts } from '../../texts/alert-texts.ts';
import { Status, type Tone } from '../text/status.tsx';

const tones: Record<Delivery['status'], Tone> = {
  HELD: 'quiet',
  PENDING: 'busy',
  DELIVERED: 'good',
  FAILED: 'bad',
  CANCELLED: 'quiet',
  DIGESTED: 'quiet',
};

export function DeliveryStatus({ delivery }: { delivery: Delivery }) {
  const { status, attempts } = delivery;
  if (status === 'PENDING' && attempts > 0)
    return <Status tone="warn">{alertTexts.retrying(attempts)}</Status>;
  return <Status tone={tones[status]}>{alertTexts.statuses[status]}</Status>;
}
