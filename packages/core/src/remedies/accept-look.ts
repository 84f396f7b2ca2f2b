import { acceptLook } from '../content-checks/accept-look.ts';
import { foundCheck } from './checked-item.ts';
import type { RemedyContext, RemedyPlan } from './remedy.ts';

/**
 * Accepts the look that a check captured.
 * @throws CoreError not_found (the check)
 */
export async function planAcceptLook(ctx: RemedyContext, checkId: number): Promise<RemedyPlan> {
  const { check, plan } = await foundCheck(ctx, checkId);
  const without = (text: string): RemedyPlan => ({ ...plan, text, change: null });
  if (check.comparison.conditions)
    return without('Conditions decide which changes of this page are reported.');
  if (check.acceptedAt !== null) return without('This look of the page is already accepted.');
  if (check.status !== 'SUCCESS' || check.keepsBaseline || check.subject === null)
    return without('This look cannot be accepted: it was not confirmed, or its screenshot was deleted.');
  return {
    ...plan,
    text: 'Later checks of this page know this look, and do not report it again.',
    change: { action: 'acceptContentCheck', fields: [], apply: (own) => acceptLook(own, { checkId }) },
  };
}
