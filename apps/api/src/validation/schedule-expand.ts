import { scheduleExpansions } from '@shotclock/contracts';
import { expandField, expandRule } from './expand.ts';

/** `?expand=policy,upcomingRuns` on every route that returns a schedule. */
export const scheduleExpand = expandField(scheduleExpansions);
export const scheduleExpandRule = expandRule(scheduleExpansions);
