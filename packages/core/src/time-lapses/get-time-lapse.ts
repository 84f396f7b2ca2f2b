import type { TimeLapse } from '@shotclock/contracts';
import { findTimeLapse } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { timeLapseResource } from './time-lapse-resource.ts';

/** @throws CoreError not_found */
export async function getTimeLapse(ctx: CoreContext, input: { timeLapseId: number }): Promise<TimeLapse> {
  const row = await findTimeLapse(ctx.db.orm, { accountId: ctx.accountId, ...input });
  if (!row) throw notFound('time-lapse', input.timeLapseId);
  return timeLapseResource(row, ctx.links);
}
