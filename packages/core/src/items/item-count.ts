import type { CoreContext } from '../context.ts';
import { CoreError } from '../errors.ts';

/**
 * Limits the items of one schedule.
 * @throws CoreError conflict
 */
export function refuseFullSchedule(ctx: CoreContext, present: number, added: number): void {
  const { maxItemsPerSchedule } = ctx.limits;
  if (present + added > maxItemsPerSchedule)
    throw new CoreError(
      'conflict',
      `A schedule holds at most ${maxItemsPerSchedule} items; this one has ${present} and ${added} were sent.`,
    );
}
