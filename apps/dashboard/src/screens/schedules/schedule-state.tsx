import type { SchedulePolicy, ScheduleStatus } from '@shotclock/client';
import { Status } from '../../components/text/status.tsx';
import { texts } from '../../texts/texts.ts';

type ScheduleStateProps = { schedule: { status: ScheduleStatus; policy?: SchedulePolicy } };

/** Shows whether a schedule is active and, if it is not, the reason. */
export function ScheduleState({ schedule: { status, policy } }: ScheduleStateProps) {
  const { schedules } = texts;
  if (status === 'COMPLETED') return <Status tone="quiet">{schedules.completed}</Status>;
  if (policy?.pauseReason === 'FAILURES') return <Status tone="bad">{schedules.pausedByFailures}</Status>;
  if (policy?.pauseReason === 'ERROR') return <Status tone="bad">{schedules.pausedByError}</Status>;
  if (policy?.pausedAt) return <Status tone="warn">{schedules.paused}</Status>;
  return <Status tone="good">{schedules.active}</Status>;
}
