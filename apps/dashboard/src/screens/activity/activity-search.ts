export const activityTabs = ['captures', 'changes', 'wallet'] as const;
export type ActivityTab = (typeof activityTabs)[number];

/** The state of the screen in the address bar. The names of filters are those of the API. */
export type ActivitySearch = {
  tab?: ActivityTab;
  page?: number;
  status?: 'COMPLETED' | 'FAILED';
  source?: 'MANUAL_SCREENSHOT' | 'SCHEDULED_SCREENSHOT';
  transactionType?: 'DEBIT' | 'CREDIT';
  url?: string;
  from?: string;
  to?: string;
};

/** The properties of each feed of the screen. */
export type FeedProps = { search: ActivitySearch; onPage: (page: number) => void };

const oneOf = <T extends string>(values: readonly T[], given: unknown): T | undefined =>
  values.find((value) => value === given);
const textOf = (given: unknown): string | undefined =>
  typeof given === 'string' && given !== '' ? given : undefined;
const dayOf = (given: unknown): string | undefined =>
  typeof given === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(given) ? given : undefined;

export function parseActivitySearch(search: Record<string, unknown>): ActivitySearch {
  const page = Number(search.page);
  const parsed = {
    tab: oneOf(activityTabs, search.tab),
    page: Number.isInteger(page) && page > 0 ? page : undefined,
    status: oneOf(['COMPLETED', 'FAILED'] as const, search.status),
    source: oneOf(['MANUAL_SCREENSHOT', 'SCHEDULED_SCREENSHOT'] as const, search.source),
    transactionType: oneOf(['DEBIT', 'CREDIT'] as const, search.transactionType),
    url: textOf(search.url),
    from: dayOf(search.from),
    to: dayOf(search.to),
  };
  return Object.fromEntries(Object.entries(parsed).filter(([, value]) => value !== undefined));
}
