import { type AuditedResource, nouns } from '@shotclock/contracts';
import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { auditLog } from '../../schema/audit-log.ts';
import * as schema from '../../schema/index.ts';

const { accounts, apiKeys, scheduleExecutions, scheduleItems, schedules, screenshots } = schema;
const { alertRules, deliveries, sessions, shares, timeLapses } = schema;

type Owned = { id: AnyColumn; accountId: AnyColumn };
type Nouns = typeof nouns;
type NameOf<Noun extends keyof Nouns> = Nouns[Noun]['nameField'];
/** The nouns whose tables have a name column. */
type Named = { [Noun in keyof Nouns]: NameOf<Noun> extends null ? never : Noun }[keyof Nouns];
type Unnamed = Nouns[Exclude<keyof Nouns, Named>]['auditName'];

/** The condition that selects an entry's resource in the entry's account. */
const ofResource = ({ id, accountId }: Owned) =>
  sql`${id} = ${auditLog.resourceId} and ${accountId} = ${auditLog.accountId}`;

const accountName = sql`select ${accounts.name} from ${accounts}
  where ${accounts.id} = ${auditLog.resourceId} and ${accounts.id} = ${auditLog.accountId}`;

/** Selects the name for nouns without a name column. */
const otherNames: Record<Unnamed, SQL> = {
  EXECUTION: sql`select ${schedules.name} from ${scheduleExecutions}
    join ${schedules} on ${schedules.id} = ${scheduleExecutions.scheduleId} where ${ofResource(scheduleExecutions)}`,
  WALLET: accountName,
  ACCOUNT: accountName,
  SESSION: sql`select key.prefix from ${sessions} join ${apiKeys} key on key.id = ${sessions.apiKeyId}
    where ${ofResource(sessions)}`,
  SHARE: sql`select ${screenshots.url} from ${shares} join ${screenshots} on ${screenshots.id} = ${shares.screenshotId}
    where ${ofResource(shares)}`,
  TIME_LAPSE: sql`select ${scheduleItems.url} from ${timeLapses} join ${scheduleItems}
    on ${scheduleItems.id} = ${timeLapses.itemId} where ${ofResource(timeLapses)}`,
  DELIVERY: sql`select ${alertRules.name} from ${deliveries} join ${alertRules}
    on ${alertRules.id} = ${deliveries.alertRuleId} where ${ofResource(deliveries)}`,
};

/** Each table has the same name as its noun, except for this one. */
const tables: { [Noun in Named]: PgTable & Owned & Record<NameOf<Noun> & string, AnyColumn> } = {
  ...schema,
  items: scheduleItems,
};

const selectName = (noun: Named): SQL => {
  // Each table has the name column of its own noun.
  const table = tables[noun] as PgTable & Owned & Record<string, AnyColumn>;
  const name = table[nouns[noun].nameField]!;
  return sql`select ${name} from ${table} where ${ofResource(table)}`;
};

const selects: [AuditedResource, SQL][] = (Object.keys(nouns) as (keyof Nouns)[]).map((noun) => {
  const { auditName } = nouns[noun];
  return [auditName, auditName in otherNames ? otherNames[auditName as Unnamed] : selectName(noun as Named)];
});

/** The display name of the entry's resource; null if the resource no longer exists. */
export const resourceName = sql<string | null>`case ${auditLog.resourceType} ${sql.join(
  selects.map(([type, select]) => sql`when ${sql.raw(`'${type}'`)} then (${select})`),
  sql` `,
)} end`;
