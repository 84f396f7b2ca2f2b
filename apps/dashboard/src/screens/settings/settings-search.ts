import type { AuditActor, AuditedResource } from '@shotclock/client';
import { dayOf } from '../../components/dates/day-of.ts';
import { texts } from '../../texts/texts.ts';

export const settingsTabs = ['keys', 'sessions', 'limits', 'audit', 'system'] as const;
export type SettingsTab = (typeof settingsTabs)[number];

/** The state of the screen in the URL: the tab and the filters for the audit log. */
export type SettingsSearch = {
  tab?: SettingsTab;
  page?: number;
  actor?: AuditActor;
  resourceType?: AuditedResource;
  from?: string;
  to?: string;
};

const { actors, resources } = texts.settings;
const keyOf = <Key extends string>(names: Readonly<Record<Key, string>>, given: unknown): Key | undefined => {
  for (const name in names) if (name === given) return name;
  return undefined;
};

export function parseSettingsSearch(search: Record<string, unknown>): SettingsSearch {
  const page = Number(search.page);
  const parsed = {
    tab: settingsTabs.find((one) => one === search.tab),
    page: Number.isInteger(page) && page > 0 ? page : undefined,
    actor: keyOf(actors, search.actor),
    resourceType: keyOf(resources, search.resourceType),
    from: dayOf(search.from),
    to: dayOf(search.to),
  };
  return Object.fromEntries(Object.entries(parsed).filter(([, value]) => value !== undefined));
}
