import type { AlertContent } from '@shotclock/contracts';
import {
  type AlertRuleRow,
  type Database,
  databaseNow,
  notifyDeliveries,
  type Queryable,
} from '@shotclock/db';
import {
  insertDeliveries,
  listEnabledRules,
  listEndedRuns,
  listManualChanges,
  listNoticeSubjects,
  listOutcomes,
  lockHoldingRules,
  type MatchedFact,
  type NewDelivery,
  type NoticeFact,
  takeFacts,
} from '@shotclock/db/all-accounts';
import { deliveryAttempts } from '../deliveries/retry-delay.ts';
import { noticeContent, reportsNotice } from './notice-content.ts';
import { quietEnd } from './rule-calendar.ts';
import { changeContent, runContent } from './run-content.ts';

/** Limits the cost of a call; the next call matches the rest. */
const maxBatches = 20;

type Matched = { taken: number; added: number; waiting: boolean; digestMs: number | null };

/**
 * Matches new facts against the alert rules and adds deliveries. The deliveries and the matcher's position are committed
 * together, so the process may be killed at any point. Any number of processes can call this concurrently, but only one
 * of them matches. A rule applies to what happened after its creation.
 * @param input.batch number of facts per transaction; a transaction with more facts is matched as a whole
 * @returns the number of new deliveries; whether facts remain: open transactions delay them, or this call did enough; and the
 *   milliseconds until a digest is due, 0 or less if one is, null if there are no digests
 */
export async function matchAlertRules(
  { db }: { db: Database },
  { batch = 500, signal }: { batch?: number; signal?: AbortSignal } = {},
): Promise<Omit<Matched, 'taken'>> {
  const total: Omit<Matched, 'taken'> = { added: 0, waiting: false, digestMs: null };
  for (let n = 0; n < maxBatches && !signal?.aborted; n += 1) {
    const { taken, added, waiting, digestMs } = await db.transaction((tx) => matchBatch(tx, batch));
    total.added += added;
    total.waiting = waiting;
    total.digestMs = digestMs;
    if (taken === 0 || !waiting) break;
  }
  return total;
}

async function matchBatch(tx: Queryable, limit: number): Promise<Matched> {
  const { matched, notices, ...position } = await takeFacts(tx, limit);
  const accountIds = new Set([...matched, ...notices].map(({ accountId }) => accountId));
  if (accountIds.size === 0) return { ...position, added: 0 };
  const rules = await listEnabledRules(tx, [...accountIds]);
  if (rules.length === 0) return { ...position, added: 0 };
  const rulesOf = Map.groupBy(rules, ({ accountId }) => accountId);
  const rows: NewDelivery[] = [
    ...(await runDeliveries(tx, matched, rulesOf)),
    ...(await checkDeliveries(tx, matched, rulesOf)),
    ...(await noticeDeliveries(tx, notices, rulesOf)),
  ];
  const added = await insertDeliveries(tx, await heldOrPending(tx, rows, rules));
  if (added > 0) await notifyDeliveries(tx);
  return { ...position, added };
}

/** Holds the rows of rules that have digests or quiet hours now. Those of rules that were deleted or disabled since are omitted. */
async function heldOrPending(
  tx: Queryable,
  rows: NewDelivery[],
  rules: AlertRuleRow[],
): Promise<NewDelivery[]> {
  const matching = new Set(rows.map(({ alertRuleId }) => alertRuleId));
  const holding = rules.filter(
    ({ id, timing, quietHours }) => matching.has(id) && (timing.type !== 'AT_ONCE' || quietHours !== null),
  );
  if (holding.length === 0) return rows;
  const now = await databaseNow(tx);
  const held = holding.flatMap((rule) => {
    const until = quietEnd(rule, now);
    return rule.timing.type === 'AT_ONCE' && until === null ? [] : [{ id: rule.id, until }];
  });
  const locked = new Set(await lockHoldingRules(tx, held));
  const isHeld = new Set(held.map(({ id }) => id));
  return rows.flatMap((row): NewDelivery[] => {
    if (!isHeld.has(row.alertRuleId)) return [row];
    return locked.has(row.alertRuleId) ? [{ ...row, status: 'HELD' }] : [];
  });
}

type RulesOf = Map<number, AlertRuleRow[]>;

async function runDeliveries(
  tx: Queryable,
  matched: MatchedFact[],
  rulesOf: RulesOf,
): Promise<NewDelivery[]> {
  const executionIds = matched.flatMap(({ accountId, executionId }) =>
    executionId !== null && rulesOf.has(accountId) ? [executionId] : [],
  );
  const runs = await listEndedRuns(tx, executionIds);
  const withStates = [...rulesOf.values()].flat().some(({ events }) => events.includes('page.state_changed'));
  const runIds = runs.map(({ run }) => run.id);
  const outcomes = Map.groupBy(
    await listOutcomes(tx, runIds, { withStates }),
    ({ executionId }) => executionId,
  );
  return runs.flatMap(({ accountId, run, tags }) =>
    deliveriesOf(rulesOf.get(accountId), run.completedAt, { executionId: run.id }, (rule) =>
      runContent(rule, { run, tags }, outcomes.get(run.id) ?? []),
    ),
  );
}

async function checkDeliveries(
  tx: Queryable,
  matched: MatchedFact[],
  rulesOf: RulesOf,
): Promise<NewDelivery[]> {
  const screenshotIds = matched.flatMap(({ screenshotId }) => screenshotId ?? []);
  const changes = screenshotIds.length === 0 ? [] : await listManualChanges(tx, screenshotIds);
  return changes.flatMap((change) =>
    deliveriesOf(
      rulesOf.get(change.accountId),
      change.completedAt,
      { contentCheckId: change.checkId },
      (rule) => changeContent(rule, change),
    ),
  );
}

async function noticeDeliveries(
  tx: Queryable,
  notices: NoticeFact[],
  rulesOf: RulesOf,
): Promise<NewDelivery[]> {
  if (notices.length === 0) return [];
  const subjects = await listNoticeSubjects(tx, notices);
  return notices.flatMap((notice) => {
    const { accountId, factId, kind, subjectId, at } = notice;
    const content = noticeContent(notice, subjects);
    const rows = deliveriesOf(rulesOf.get(accountId), at, { factId }, (rule) =>
      reportsNotice(rule, notice, subjects) ? content : null,
    );
    // A disabled destination does not receive its own notice, not even if it has been enabled again.
    return rows.filter(({ destinationId }) => kind !== 'destination.disabled' || destinationId !== subjectId);
  });
}

/** What a message is about, at most once per rule and destination. */
type Group = Pick<NewDelivery, 'executionId' | 'contentCheckId' | 'factId'>;

function deliveriesOf(
  rules: AlertRuleRow[] = [],
  endedAt: string,
  group: Group,
  contentOf: (rule: AlertRuleRow) => AlertContent | null,
): NewDelivery[] {
  return rules.flatMap((rule) => {
    const content = rule.createdAt < new Date(endedAt) ? contentOf(rule) : null;
    if (content === null) return [];
    const { accountId, id: alertRuleId } = rule;
    return rule.destinationIds.map((destinationId) => ({
      ...{ accountId, alertRuleId, destinationId, ...group, content },
      attemptsLeft: deliveryAttempts,
    }));
  });
}
