import type { RawClient } from '../raw-client.ts';
import { accounts, me } from './accounts.ts';
import { activity, overview } from './activity.ts';
import { alertRules } from './alert-rules.ts';
import { apiKeys } from './api-keys.ts';
import { auditLog } from './audit-log.ts';
import { captures } from './captures.ts';
import { contentChanges } from './content-changes.ts';
import { deliveries } from './deliveries.ts';
import { destinations } from './destinations.ts';
import { events } from './events.ts';
import { executions } from './executions.ts';
import { feeds } from './feeds.ts';
import { items } from './items.ts';
import { schedules } from './schedules.ts';
import { screenshots } from './screenshots.ts';
import { session } from './session.ts';
import { sessions } from './sessions.ts';
import { shares } from './shares.ts';
import { system } from './system.ts';
import { timeLapses } from './time-lapses.ts';
import { wallet } from './wallet.ts';

/** The operations of the API, grouped by resource. All of them throw a `ProblemError` for an error response. */
export type Resources = ReturnType<typeof createResources>;

export function createResources(raw: RawClient) {
  return {
    schedules: schedules(raw),
    items: items(raw),
    executions: executions(raw),
    captures: captures(raw),
    screenshots: screenshots(raw),
    shares: shares(raw),
    timeLapses: timeLapses(raw),
    overview: overview(raw),
    activity: activity(raw),
    contentChanges: contentChanges(raw),
    events: events(raw),
    destinations: destinations(raw),
    alertRules: alertRules(raw),
    deliveries: deliveries(raw),
    feeds: feeds(raw),
    wallet: wallet(raw),
    me: me(raw),
    accounts: accounts(raw),
    apiKeys: apiKeys(raw),
    session: session(raw),
    sessions: sessions(raw),
    auditLog: auditLog(raw),
    system: system(raw),
  };
}
