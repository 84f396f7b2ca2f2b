import { unexpectedKinds } from '../../components/captures/capture-state.ts';
import { dayOf } from '../../components/dates/day-of.ts';
import { urlPart } from '../../components/text/format.ts';
import { parseTag } from '../../components/text/tags.ts';

/** The tabs, in display order. Charges are the wallet entries of content-change checks; the wallet lists all entries. */
export const activityTabs = ['captures', 'changes', 'charges', 'wallet'] as const;
export type ActivityTab = (typeof activityTabs)[number];

/** The `status` values in the API for each tab that has this filter. */
export const activityStatuses = {
  captures: ['COMPLETED', 'FAILED'],
  changes: ['SUCCESS', 'FAILED', 'PENDING'],
} as const;

/** The state of the screen in the URL. */
export type ActivitySearch = {
  tab?: ActivityTab;
  page?: number;
  status?: 'COMPLETED' | 'SUCCESS' | 'FAILED' | 'PENDING';
  /** The verdict of a successful capture that does not show the requested content. */
  verdict?: (typeof unexpectedKinds)[number];
  source?: 'MANUAL_SCREENSHOT' | 'SCHEDULED_SCREENSHOT';
  transactionType?: 'DEBIT' | 'CREDIT';
  changed?: boolean;
  /** Whether a user has marked the change as seen. */
  seen?: boolean;
  /** `size` sorts changes, largest first. */
  sort?: 'size';
  scheduleId?: number;
  /** A tag of a schedule or an item. The wallet does not have this filter. */
  tag?: string;
  /** A URL or part of a URL. */
  url?: string;
  from?: string;
  to?: string;
};
/** Changes to the search parameters. `undefined` removes a filter. */
export type SearchChange = { [Field in keyof ActivitySearch]?: ActivitySearch[Field] | undefined };

/** The properties that every feed receives. */
export type FeedProps = { search: ActivitySearch; onPage: (page: number) => void };

const oneOf = <T>(values: readonly T[], given: unknown): T | undefined =>
  values.find((value) => value === given);
const positiveOf = (given: unknown): number | undefined =>
  Number.isInteger(Number(given)) && Number(given) > 0 ? Number(given) : undefined;
const textOf = (given: unknown): string | undefined =>
  typeof given === 'string' && given !== '' ? given : undefined;

export function parseActivitySearch(search: Record<string, unknown>): ActivitySearch {
  const tab = oneOf(activityTabs, search.tab);
  const shown = tab ?? 'captures';
  const hasStatus = shown === 'captures' || shown === 'changes';
  const parsed = {
    tab,
    page: positiveOf(search.page),
    status: hasStatus ? oneOf<ActivitySearch['status']>(activityStatuses[shown], search.status) : undefined,
    verdict: shown === 'captures' ? oneOf(unexpectedKinds, search.verdict) : undefined,
    source: oneOf(['MANUAL_SCREENSHOT', 'SCHEDULED_SCREENSHOT'] as const, search.source),
    transactionType: oneOf(['DEBIT', 'CREDIT'] as const, search.transactionType),
    changed: oneOf([true, false], search.changed),
    seen: shown === 'changes' ? oneOf([true, false], search.seen) : undefined,
    sort: shown === 'changes' && search.changed === true ? oneOf(['size'] as const, search.sort) : undefined,
    scheduleId: positiveOf(search.scheduleId),
    ...(shown !== 'wallet' && parseTag(search.tag)),
    url: textOf(search.url),
    from: dayOf(search.from),
    to: dayOf(search.to),
  };
  return Object.fromEntries(Object.entries(parsed).filter(([, value]) => value !== undefined));
}

/** Converts an entered URL to a list filter. */
export function urlFilter(entered = ''): { urlContains?: string } {
  const urlContains = urlPart(entered);
  return urlContains === '' ? {} : { urlContains };
}
