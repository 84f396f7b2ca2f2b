import type { CoreContext } from '../context.ts';
import { CoreError } from '../errors.ts';

/**
 * Checks the number of items in a schedule.
 * @throws CoreError conflict
 */
export function assertScheduleItems(ctx: CoreContext, existing: number, added: number): void {
  const { maxItemsPerSchedule } = ctx.limits;
  if (existing + added > maxItemsPerSchedule)
    throw new CoreError(
      'conflict',
      `A schedule can have at most ${maxItemsPerSchedule} items. This one has ${existing}, and the request adds ${added}.`,
    );
}
