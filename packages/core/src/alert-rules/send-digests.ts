import { type AlertContent, limits } from '@shotclock/contracts';
import {
  type Database,
  isDatabaseDown,
  isPermanentFault,
  notifyDeliveries,
  type Queryable,
} from '@shotclock/db';
import {
  cancelUnreachable,
  countHeld,
  countPeriod,
  type DueRule,
  insertDigest,
  lockDueRule,
  type PeriodCounts,
  postponeDigest,
  releaseHeld,
  setDigestContent,
  setNextDigest,
} from '@shotclock/db/all-accounts';
import { titleOf } from '../deliveries/alert-texts.ts';
import { deliveryAttempts } from '../deliveries/retry-delay.ts';
import type { OnFault } from './faults.ts';
import { releaseDamaged } from './release-damaged.ts';
import { nextDigest, quietEnd } from './rule-calendar.ts';
import { emptyContent } from './run-content.ts';

/** Delay of a digest that cannot be made, in seconds: if its data is at fault, and after another fault. */
const [faultySeconds, interruptedSeconds] = [3_600, 60];

/**
 * Makes all digests that are due: one delivery per rule, destination and period, whose content replaces the held messages.
 * Each rule has its own transaction, so the process may be killed at any point, and several processes can call this
 * concurrently. At the end of quiet hours, a single held message is sent as it is, and nothing is sent if none was held.
 * A digest that fails is postponed, and its messages remain held, except damaged ones, which are sent alone.
 * @param options.onFault receives the IDs of the rule of a digest that failed
 * @returns the number of rules whose digests were made
 */
export async function sendDigests(
  { db }: { db: Database },
  { signal, onFault = () => undefined }: { signal?: AbortSignal; onFault?: OnFault } = {},
): Promise<number> {
  let rules = 0;
  while (!signal?.aborted) {
    let locked: DueRule | undefined;
    try {
      const isMade = await db.transaction(async (tx) => {
        locked = await lockDueRule(tx);
        return locked !== undefined && sendDigestOf(tx, locked);
      });
      if (!isMade) break;
      rules += 1;
    } catch (error) {
      if (!locked || isDatabaseDown(error)) throw error;
      onFault(error, await handleFault(db, locked, error));
    }
  }
  return rules;
}

/** Sends the damaged messages of a digest alone, so that it can be made; if there are none, postpones it. */
async function handleFault(db: Database, { accountId, id: ruleId }: DueRule, error: unknown) {
  const ids = { accountId, alertRuleId: ruleId };
  const isPermanent = isPermanentFault(error);
  const deliveryIds = isPermanent ? await db.transaction((tx) => releaseDamaged(tx, ruleId)) : [];
  if (deliveryIds.length > 0) return { ...ids, deliveryIds };
  const seconds = isPermanent ? faultySeconds : interruptedSeconds;
  await postponeDigest(db.orm, { ruleId, seconds });
  return { ...ids, postponedSeconds: seconds };
}

async function sendDigestOf(tx: Queryable, rule: DueRule): Promise<true> {
  await cancelUnreachable(tx, rule);
  if (rule.timing.type === 'AT_ONCE') {
    // The quiet hours were extended since the messages were held.
    const until = quietEnd(rule, rule.now);
    if (until === null) await sendHeld(tx, rule);
    await setNextDigest(tx, rule, until);
  } else {
    const counts = await countPeriod(tx, rule);
    for (const destinationId of rule.destinationIds) await addDigest(tx, { rule, destinationId }, counts);
    await setNextDigest(tx, rule, nextDigest(rule, rule.now));
  }
  await notifyDeliveries(tx);
  return true;
}

async function sendHeld(tx: Queryable, rule: DueRule): Promise<void> {
  let counts: PeriodCounts | null = null;
  for (const destinationId of rule.destinationIds) {
    const held = await countHeld(tx, { rule, destinationId });
    if (held === 1) await releaseHeld(tx, { rule, destinationId });
    if (held > 1) {
      counts ??= await countPeriod(tx, rule);
      await addDigest(tx, { rule, destinationId }, counts);
    }
  }
}

async function addDigest(
  tx: Queryable,
  key: { rule: DueRule; destinationId: number },
  counts: PeriodCounts,
): Promise<void> {
  const { rule } = key;
  const placeholder = emptyContent('digest');
  const limit = limits.alerts.namedItems;
  const added = await insertDigest(tx, key, { placeholder, attempts: deliveryAttempts, limit });
  if (!added) return;
  const { messages, totals, events, notices } = added.held;
  const content: AlertContent = {
    ...placeholder,
    ...{ totals, events },
    digest: {
      from: rule.digestedUntil.toISOString(),
      to: rule.now.toISOString(),
      messages,
      ...counts,
      notices: notices.map(titleOf),
    },
  };
  await setDigestContent(tx, { rule, id: added.id, content });
}
