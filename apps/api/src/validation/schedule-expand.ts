import { scheduleExpansions, scheduleListExpansions } from '@shotclock/contracts';
import { expandField, expandRule } from './expand.ts';

/** `?expand=policy,upcomingRuns` of every route that returns a schedule. */
export const scheduleExpand = expandField(scheduleExpansions);
export const scheduleExpandRule = expandRule(scheduleExpansions);

/** `?expand=items,policy,upcomingRuns` of the list of schedules. */
export const scheduleListExpand = expandField(scheduleListExpansions);
export const scheduleListExpandRule = expandRule(scheduleListExpansions);
