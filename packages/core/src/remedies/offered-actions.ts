import type { AlertAction } from '@shotclock/alerts';
import type { AlertContent, AlertEvent } from '@shotclock/contracts';
import type { Links } from '../links/links.ts';
import { type RemedyName, remedyPath, remedyTitles } from './remedy.ts';

type Account = { accountId: number; links: Links };

/** The remedies of a message as a whole. */
export const messageActions = ({ run }: Pick<AlertContent, 'run'>, account: Account): AlertAction[] =>
  run === null ? [] : [actionOf('pause-schedule', run.scheduleId, account)];

/**
 * The remedies of an event.
 * @param hasRegion whether the area that changed is known
 */
export function eventActions(
  { type, itemId, contentCheckId: checkId }: AlertEvent,
  { hasRegion, ...account }: Account & { hasRegion: boolean },
): AlertAction[] {
  if (type !== 'content.changed' || itemId === null || checkId === null) return [];
  const names: RemedyName[] = hasRegion ? ['ignore-region', 'raise-threshold'] : ['raise-threshold'];
  return names.map((name) => actionOf(name, checkId, account));
}

const actionOf = (name: RemedyName, id: number, { accountId, links }: Account): AlertAction => ({
  name,
  title: remedyTitles[name],
  url: links.signed(accountId, remedyPath(name, id)),
});
