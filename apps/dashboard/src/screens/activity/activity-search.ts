import { unexpectedKinds } from '../../components/capture-state.ts';
import { dayOf } from '../../components/dates/day-of.ts';
import { urlPart } from '../../components/format.ts';

/** In their order. The entries of content-change checks are a feed of their own, and the wallet has all entries. */
export const activityTabs = ['captures', 'changes', 'charges', 'wallet'] as const;
export type ActivityTab = (typeof activityTabs)[number];

/** The values of `status` in each tab that has such a filter: those of the API. */
export const activityStatuses = {
  captures: ['COMPLETED', 'FAILED'],
  changes: ['SUCCESS', 'FAILED', 'PENDING'],
} as const;

/** The state of the screen in the address bar. */
export type ActivitySearch = {
  tab?: ActivityTab;
  page?: number;
  status?: 'COMPLETED' | 'SUCCESS' | 'FAILED' | 'PENDING';
  /** What a successful capture shows instead of what was requested. */
  verdict?: (typeof unexpectedKinds)[number];
  source?: 'MANUAL_SCREENSHOT' | 'SCHEDULED_SCREENSHOT';
  transactionType?: 'DEBIT' | 'CREDIT';
  changed?: boolean;
  /** The largest change first, of those that changed. */
  sort?: 'size';
  scheduleId?: number;
  /** An address, or a part of it. */
  url?: string;
  from?: string;
  to?: string;
};
/** A change of the address. A filter that is undefined is removed. */
export type SearchChange = { [Field in keyof ActivitySearch]?: ActivitySearch[Field] | undefined };

/** The properties of each feed of the screen. */
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
    sort: shown === 'changes' && search.changed === true ? oneOf(['size'] as const, search.sort) : undefined,
    scheduleId: positiveOf(search.scheduleId),
    url: textOf(search.url),
    from: dayOf(search.from),
    to: dayOf(search.to),
  };
  return Object.fromEntries(Object.entries(parsed).filter(([, value]) => value !== undefined));
}

/** The filter of a list by the entered address. */
export function urlFilter(entered = ''): { urlContains?: string } {
  const urlContains = urlPart(entered);
  return urlContains === '' ? {} : { urlContains };
}
