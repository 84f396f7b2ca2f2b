import type { Destination } from '@shotclock/client';
import { alertTexts } from '../../texts/alert-texts.ts';
import { Status } from '../text/status.tsx';
import { Time } from '../text/time.tsx';

const { destinations } = alertTexts;

/** Whether messages arrive at a destination. */
export function DestinationState({ destination }: { destination: Destination }) {
  const { status, failingSince, lastSuccessAt } = destination;
  if (status === 'DISABLED') return <Status tone="bad">{destinations.disabled}</Status>;
  if (failingSince !== null)
    return (
      <Status tone="warn">
        {destinations.failing} <Time at={failingSince} />
      </Status>
    );
  if (lastSuccessAt === null) return <Status tone="quiet">{destinations.untested}</Status>;
  return <Status tone="good">{destinations.active}</Status>;
}
