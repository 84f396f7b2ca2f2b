import type { AlertRemedy } from '@shotclock/alerts';
import type { AlertContent, AlertEvent } from '@shotclock/contracts';
import type { Links } from '../links/links.ts';
import { type RemedyName, remedyPath, remedyTitles } from './remedy.ts';

type Account = { accountId: number; links: Links };

/** The remedies of a message as a whole. */
export const messageRemedies = ({ run }: Pick<AlertContent, 'run'>, account: Account): AlertRemedy[] =>
  run === null ? [] : [offered('pause-schedule', run.scheduleId, account)];

/**
 * The remedies of an event.
 * @param hasRegion whether the area that changed is known
 */
export function eventRemedies(
  { type, itemId, contentCheckId: checkId }: AlertEvent,
  { hasRegion, ...account }: Account & { hasRegion: boolean },
): AlertRemedy[] {
  if (type !== 'content.changed' || checkId === null) return [];
  const ofItem: RemedyName[] = hasRegion ? ['ignore-region', 'raise-threshold'] : ['raise-threshold'];
  const names: RemedyName[] = ['accept-look', ...(itemId === null ? [] : ofItem)];
  return names.map((name) => offered(name, checkId, account));
}

const offered = (name: RemedyName, id: number, { accountId, links }: Account): AlertRemedy => ({
  name,
  title: remedyTitles[name],
  url: links.signed(accountId, remedyPath(name, id)),
});
