import type { ApiClient } from './api-client.ts';

/** An execution with its outcome, as the API returns it. */
export type Outcome = {
  id: number;
  status: 'PROCESSING' | 'COMPLETED' | 'FAILED';
  totalItems: number;
  startedAt: string;
  completedAt: string | null;
  outcome: { scheduledFor: string | null; reason: string | null };
};

const skippedForMissing = 'Skipped: the run was missed, and the policy skips missed runs.';
const skippedForOverlap = 'Skipped: the previous run was still active.';

/** The last executions of a schedule (200 at most), oldest first. */
export async function readOutcomes(client: ApiClient, scheduleId: number): Promise<Outcome[]> {
  const path = `/schedules/${scheduleId}/executions?size=200&sort=id,desc&expand=outcome`;
  const { status, body } = await client.request('GET', path);
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
  return (body as { content: Outcome[] }).content.toReversed();
}

export const isSkippedAs = (one: Outcome, why: 'missed' | 'overlap'): boolean =>
  one.status === 'FAILED' &&
  one.totalItems === 0 &&
  (one.outcome.reason ?? '').startsWith(why === 'missed' ? skippedForMissing : skippedForOverlap);

/** The number of earlier missed runs that the reason of an outcome mentions, and the time of the first of them. */
export function missedBefore(reason: string | null): { runs: number; since: string | null } {
  const match = /(\d+) earlier runs? (?:was|were) missed since (\S+)\.$/.exec(reason ?? '');
  return { runs: Number(match?.[1] ?? 0), since: match?.[2] ?? null };
}
