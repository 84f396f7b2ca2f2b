import type { CoreContext } from '../context.ts';
import { CoreError, refuse } from '../errors.ts';

/** At most so many items in one request; the fault points at the array. */
export function refuseTooManyItems(ctx: CoreContext, items: unknown[], path: string): void {
  const { maxItemsPerRequest } = ctx.limits;
  if (items.length > maxItemsPerRequest)
    refuse([{ path, code: 'too_many_items', message: `must hold at most ${maxItemsPerRequest} items` }]);
}

/** At most so many items in one schedule. */
export function refuseFullSchedule(ctx: CoreContext, present: number, added: number): void {
  const { maxItemsPerSchedule } = ctx.limits;
  if (present + added > maxItemsPerSchedule)
    throw new CoreError(
      'conflict',
      `A schedule holds at most ${maxItemsPerSchedule} items; this one has ${present} and ${added} were sent.`,
    );
}
