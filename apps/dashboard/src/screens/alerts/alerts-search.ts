import type { Delivery } from '@shotclock/client';

/** The tabs, in display order. */
export const alertTabs = ['messages', 'rules', 'destinations'] as const;
export type AlertTab = (typeof alertTabs)[number];

/** The statuses that the list of messages can be filtered by. */
export const messageStatuses = [
  'HELD',
  'PENDING',
  'DELIVERED',
  'FAILED',
  'CANCELLED',
  'DIGESTED',
] as const satisfies Delivery['status'][];

/** The state of the screen in the URL. */
export type AlertsSearch = {
  tab?: AlertTab;
  page?: number;
  status?: Delivery['status'];
  alertRuleId?: number;
  destinationId?: number;
};
/** Changes to the search parameters. `undefined` removes a filter. */
export type SearchChange = { [Field in keyof AlertsSearch]?: AlertsSearch[Field] | undefined };

const positiveOf = (given: unknown): number | undefined =>
  Number.isInteger(Number(given)) && Number(given) > 0 ? Number(given) : undefined;

export function parseAlertsSearch(search: Record<string, unknown>): AlertsSearch {
  const parsed = {
    tab: alertTabs.find((one) => one === search.tab),
    page: positiveOf(search.page),
    status: messageStatuses.find((one) => one === search.status),
    alertRuleId: positiveOf(search.alertRuleId),
    destinationId: positiveOf(search.destinationId),
  };
  return Object.fromEntries(Object.entries(parsed).filter(([, value]) => value !== undefined));
}
