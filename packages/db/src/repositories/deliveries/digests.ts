// Digests. The row of the rule is locked while messages are held for it and while its digest is made, so that each held
// message becomes part of exactly one digest, and that none is held for a rule that was deleted. ADR 85.
import { type AlertContent, type AlertEvent, pageEventNames } from '@shotclock/contracts';
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { alertRules } from '../../schema/alert-rules.ts';
import { deliveries, deliveryPictures } from '../../schema/deliveries.ts';
import { destinations } from '../../schema/destinations.ts';
import type { AlertRuleRow } from '../alert-rules/alert-rules.ts';
import { hasOneOfIds } from '../has-one-of.ts';
import { arrayText } from '../prepared-statement.ts';

/**
 * Locks rules for which messages will be held, and returns those that are still enabled. A rule without a due time gets one.
 * @param rules `until`: the end of the quiet hours; null if the rule has digests
 */
export async function lockHoldingRules(
  tx: Queryable,
  rules: { id: number; until: Date | null }[],
): Promise<number[]> {
  if (rules.length === 0) return [];
  const ids = sql`${arrayText(rules.map(({ id }) => id))}::bigint[]`;
  const locked = await tx.execute<{ id: string; idle: boolean }>(sql`
    select id, next_digest_at is null as idle from ${alertRules} where id = any(${ids}) and enabled order by id for no key update`);
  if (locked.some(({ idle }) => idle))
    await tx.execute(sql`
      update ${alertRules} r set next_digest_at = coalesce(held.until, now()), digested_until = now()
      from jsonb_to_recordset(${JSON.stringify(rules)}::jsonb) as held (id bigint, until timestamptz)
      where r.id = held.id and r.enabled and r.next_digest_at is null`);
  return locked.map(({ id }) => Number(id));
}

/** A rule whose digest is due; `now` is the time of the transaction, `destinationIds` are active. */
export type DueRule = Omit<AlertRuleRow, 'destinationIds' | 'nextDigestAt'> & {
  nextDigestAt: Date;
  now: Date;
  destinationIds: number[];
};

/** Locks a rule whose digest is due, except those that another process has locked. */
export async function lockDueRule(tx: Queryable): Promise<DueRule | undefined> {
  const [row] = await tx
    .select({ rule: alertRules, now: sql`now()`.mapWith(alertRules.createdAt) })
    .from(alertRules)
    .where(sql`${alertRules.nextDigestAt} <= now()`)
    .orderBy(alertRules.nextDigestAt)
    .limit(1)
    .for('no key update', { skipLocked: true });
  if (!row) return undefined;
  const active = await tx.execute<{ id: string }>(sql`
    select t.id from alert_rule_destinations d join ${destinations} t on t.id = d.destination_id
    where d.alert_rule_id = ${row.rule.id} and t.status = 'ACTIVE' order by t.id`);
  return {
    ...row.rule,
    nextDigestAt: row.rule.nextDigestAt!,
    now: row.now,
    destinationIds: active.map(({ id }) => Number(id)),
  };
}

/** Cancels the held messages to destinations that the rule does not have, or that are not active. */
export async function cancelUnreachable(tx: Queryable, { id, destinationIds }: DueRule): Promise<void> {
  await tx.execute(sql`
    update ${deliveries} d set status = 'CANCELLED', completed_at = now(), cancel_reason = case
        when not exists (select from ${destinations} t where t.id = d.destination_id) then 'DESTINATION_DELETED'
        when exists (select from alert_rule_destinations r where r.alert_rule_id = ${id} and r.destination_id = d.destination_id)
        then 'DESTINATION_DISABLED' else 'DESTINATION_REMOVED' end
    where d.alert_rule_id = ${id} and d.status = 'HELD' and d.destination_id <> all(${arrayText(destinationIds)}::bigint[])`);
}

type Held = { rule: DueRule; destinationId: number };

/** Number of held messages to a destination, at most 2. */
export async function countHeld(tx: Queryable, { rule, destinationId }: Held): Promise<number> {
  const [row] = await tx.execute<{ count: number }>(sql`
    select count(*)::integer as count from (
      select from ${deliveries} where alert_rule_id = ${rule.id} and destination_id = ${destinationId} and status = 'HELD' limit 2
    ) held`);
  return row!.count;
}

/** Makes the held messages to a destination pending. */
export async function releaseHeld(tx: Queryable, { rule, destinationId }: Held): Promise<void> {
  await tx.execute(sql`
    update ${deliveries} set status = 'PENDING', next_attempt_at = now()
    where alert_rule_id = ${rule.id} and destination_id = ${destinationId} and status = 'HELD'`);
}

type HeldMessage = { id: number; content: AlertContent };

/** The held messages of a rule, in the order of their IDs. */
export async function listHeld(
  tx: Queryable,
  { ruleId, afterId, limit }: { ruleId: number; afterId: number; limit: number },
): Promise<HeldMessage[]> {
  return tx
    .select({ id: deliveries.id, content: deliveries.content })
    .from(deliveries)
    .where(
      sql`${deliveries.alertRuleId} = ${ruleId} and ${deliveries.status} = 'HELD' and ${deliveries.id} > ${afterId}`,
    )
    .orderBy(deliveries.id)
    .limit(limit);
}

/** Makes held messages pending. */
export async function releaseMessages(tx: Queryable, ids: number[]): Promise<void> {
  await tx.execute(sql`
    update ${deliveries} set status = 'PENDING', next_attempt_at = now()
    where ${hasOneOfIds(deliveries.id, ids)} and status = 'HELD'`);
}

/** Delays the digest of a rule, if it is still due. */
export async function postponeDigest(
  tx: Queryable,
  { ruleId, seconds }: { ruleId: number; seconds: number },
): Promise<void> {
  await tx.execute(sql`
    update ${alertRules} set next_digest_at = now() + make_interval(secs => ${seconds})
    where id = ${ruleId} and next_digest_at <= now()`);
}

/** In the order in which a message lists them. */
const pageEvents = sql.raw(`array['${pageEventNames.join("', '")}']`);

/** What the held messages of a digest contain. */
export type HeldContent = {
  messages: number;
  totals: AlertContent['totals'];
  /** The first events of pages, in the order of a message. */
  events: AlertEvent[];
  /** The first messages that are not only about pages. */
  notices: AlertContent[];
};

/**
 * Adds the digest of a rule to a destination, unless it exists, and makes the held messages part of it.
 * @param options.limit maximum number of events and of notices
 * @returns the ID of the digest, whose content the caller must set; null if the digest exists
 */
export async function insertDigest(
  tx: Queryable,
  { rule, destinationId }: Held,
  { placeholder, attempts, limit }: { placeholder: AlertContent; attempts: number; limit: number },
): Promise<{ id: number; held: HeldContent } | null> {
  const { id: alertRuleId, accountId, nextDigestAt: digestAt } = rule;
  const [digest] = await tx
    .insert(deliveries)
    .values({ accountId, alertRuleId, destinationId, digestAt, content: placeholder, attemptsLeft: attempts })
    .onConflictDoNothing()
    .returning({ id: deliveries.id });
  if (!digest) return null;
  const sum = (name: string) =>
    sql`coalesce(sum((content #>> ${sql.raw(`'{totals,${name}}'`)})::integer), 0)::integer`;
  const [row] = await tx.execute<{ held: HeldContent }>(sql`
    with held as (
      update ${deliveries} set status = 'DIGESTED', digest_id = ${digest.id}, completed_at = now()
      where alert_rule_id = ${alertRuleId} and destination_id = ${destinationId} and status = 'HELD' returning id, content
    ), events as (
      select event from held, jsonb_array_elements(content -> 'events') event
      order by array_position(${pageEvents}, event ->> 'type'),
        (event ->> 'ratio')::double precision desc nulls first, id limit ${limit}
    ), notices as (
      select id, content from held
      where (content ->> 'type') <> all(${pageEvents} || 'execution.completed'::text) or (content ->> 'storm')::boolean
      order by id limit ${limit}
    )
    select jsonb_build_object(
      'messages', count(*),
      'totals', jsonb_build_object('failed', ${sum('failed')}, 'stateChanged', ${sum('stateChanged')},
        'changed', ${sum('changed')}, 'recovered', ${sum('recovered')}),
      'events', coalesce((select jsonb_agg(event) from events), '[]'),
      'notices', coalesce((select jsonb_agg(content order by id) from notices), '[]')
    ) as held from held`);
  const { held } = row!;
  await copyPictures(tx, digest.id, held.events);
  return { id: digest.id, held };
}

/** The digest keeps the pictures of its events, because the held messages have ended. */
async function copyPictures(tx: Queryable, digestId: number, events: AlertEvent[]): Promise<void> {
  if (events.length === 0) return;
  const screenshotIds = arrayText(events.map(({ screenshotId }) => screenshotId));
  await tx.execute(sql`
    insert into ${deliveryPictures} (delivery_id, screenshot_id, object, area)
    select ${digestId}, p.screenshot_id, p.object, p.area
    from ${deliveries} d join ${deliveryPictures} p on p.delivery_id = d.id
    where d.digest_id = ${digestId} and p.screenshot_id = any(${screenshotIds}::bigint[])
    on conflict do nothing`);
}

export async function setDigestContent(
  tx: Queryable,
  { rule, id, content }: { rule: DueRule; id: number; content: AlertContent },
): Promise<void> {
  await tx.execute(sql`
    update ${deliveries} set content = ${JSON.stringify(content)}::jsonb where id = ${id} and account_id = ${rule.accountId}`);
}

/** Starts the next period of a locked rule. */
export async function setNextDigest(
  tx: Queryable,
  { id, now }: DueRule,
  nextDigestAt: Date | null,
): Promise<void> {
  await tx.execute(sql`
    update ${alertRules} set next_digest_at = ${nextDigestAt?.toISOString() ?? null}::timestamptz,
      digested_until = ${now.toISOString()}::timestamptz where id = ${id}`);
}
