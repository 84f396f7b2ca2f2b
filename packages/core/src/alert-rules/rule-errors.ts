import { type AlertEventName, type AlertTimingBody, type FieldError, limits } from '@shotclock/contracts';
import {
  type AlertRuleValues,
  findRuleItems,
  findRuleSchedules,
  lockRuleDestinations,
  type Queryable,
  type RuleTarget,
} from '@shotclock/db';
import { canonicalTimeZone } from '../schedules/timing/canonical-time-zone.ts';
import { isAlwaysQuiet } from './rule-calendar.ts';

const failureEvents: AlertEventName[] = ['screenshot.failed', 'screenshot.recovered'];
const itemEvents: AlertEventName[] = [...failureEvents, 'content.changed', 'page.state_changed'];

/** The fields of a rule that contradict each other, so that a field has no effect or the rule never matches. */
export function combinationErrors(rule: AlertRuleValues): FieldError[] {
  const { events, scheduleIds, itemIds, tags, minimumRatio, failuresInARow } = rule;
  const hasOwnFailures = failuresInARow !== limits.alerts.failuresInARow.default;
  const errors: FieldError[] = [];
  const add = (path: string, code: string, message: string) => errors.push({ path, code, message });
  if (scheduleIds && itemIds) add('/itemIds', 'conflict', 'cannot be combined with scheduleIds');
  if (tags && (scheduleIds || itemIds))
    add('/tags', 'conflict', `cannot be combined with ${scheduleIds ? 'scheduleIds' : 'itemIds'}`);
  const notOfItems = events.find((name) => !itemEvents.includes(name));
  if (itemIds && notOfItems)
    add('/itemIds', 'never_matches', `cannot be combined with ${notOfItems}, which is not about items`);
  if ((scheduleIds || tags) && events.every((name) => name === 'destination.disabled'))
    add(
      scheduleIds ? '/scheduleIds' : '/tags',
      'never_matches',
      'has no effect on destination.disabled, which is not about schedules',
    );
  if (minimumRatio > 0 && !events.includes('content.changed'))
    add('/minimumRatio', 'never_matches', 'has no effect without the event content.changed');
  if (hasOwnFailures && !failureEvents.some((name) => events.includes(name)))
    add(
      '/failuresInARow',
      'never_matches',
      'has no effect without the events screenshot.failed and screenshot.recovered',
    );
  if (rule.quietHours && isAlwaysQuiet(rule.quietHours))
    add('/quietHours', 'never_matches', 'never end, so that no message is sent');
  if (canonicalTimeZone(rule.timezone) === null)
    add('/timezone', 'unknown_timezone', 'must be an IANA time zone like Europe/Paris');
  return errors;
}

/** The fields of a requested timing that its type does not have. */
export function alertTimingErrors({ type, at, weekday }: AlertTimingBody): FieldError[] {
  const given = { at: (at ?? null) !== null, weekday: (weekday ?? null) !== null };
  const errors: FieldError[] = [];
  const add = (field: string, types: string) =>
    errors.push({
      path: `/timing/${field}`,
      code: 'not_applicable',
      message: `is only allowed for ${types}`,
    });
  if (given.at && type !== 'DAILY' && type !== 'WEEKLY') add('at', 'DAILY and WEEKLY');
  if (given.weekday && type !== 'WEEKLY') add('weekday', 'WEEKLY');
  return errors;
}

/**
 * The errors of a rule that depend on the account's records: a destination, schedule or item that does not exist, and
 * schedules that cannot cause the events. The destinations stay locked against deletion.
 */
export async function recordErrors(
  tx: Queryable,
  { accountId }: { accountId: number },
  rule: AlertRuleValues,
): Promise<FieldError[]> {
  const { scheduleIds, itemIds, destinationIds } = rule;
  const locked = await lockRuleDestinations(tx, { accountId, destinationIds });
  const errors = missing('/destinationIds', 'destination', destinationIds, locked);
  if (scheduleIds) {
    const found = await findRuleSchedules(tx, { accountId, scheduleIds });
    errors.push(...targetErrors('/scheduleIds', 'schedule', { ids: scheduleIds, found }, rule));
  }
  if (itemIds) {
    const found = await findRuleItems(tx, { accountId, itemIds });
    errors.push(...targetErrors('/itemIds', 'item', { ids: itemIds, found }, rule));
  }
  return errors;
}

function missing(path: string, noun: string, ids: number[], found: number[]): FieldError[] {
  const existing = new Set(found);
  const message = (id: number) => `contains ${noun} ${id}, which does not exist`;
  return ids
    .filter((id) => !existing.has(id))
    .map((id) => ({ path, code: 'not_found', message: message(id) }));
}

function targetErrors(
  path: string,
  noun: string,
  { ids, found }: { ids: number[]; found: RuleTarget[] },
  { events }: AlertRuleValues,
): FieldError[] {
  const absent = missing(
    path,
    noun,
    ids,
    found.map(({ id }) => id),
  );
  if (absent.length > 0) return absent;
  const never = (message: string) => [{ path, code: 'never_matches', message }];
  if (found.every(({ isCompleted }) => isCompleted))
    return never('contains only completed schedules, which do not run again, or their items');
  if (events.every((event) => event === 'content.changed') && !found.some((one) => one.detectsChanges))
    return never('contains no schedule that detects changes: turn on its policy.detectChanges first');
  return [];
}
