import type { AlertContent } from '@shotclock/contracts';
import {
  type AlertRuleRow,
  type Database,
  databaseNow,
  isPermanentFault,
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
import { atOnce, divided, type ForAll, type OnFault, orElse } from './faults.ts';
import { noticeContent, reportsNotice } from './notice-content.ts';
import { quietEnd } from './rule-calendar.ts';
import { changeContent, runContent } from './run-content.ts';

/** Limits the cost of a call; the next call matches the rest. */
const maxBatches = 20;

type Matched = { taken: number; added: number; waiting: boolean; digestMs: number | null; pending: boolean };

/** What the facts of a batch are matched with. */
type Matching = { tx: Queryable; rulesOf: Map<number, AlertRuleRow[]>; forAll: ForAll; onFault: OnFault };

/**
 * Matches new facts against the alert rules and adds deliveries. The deliveries and the matcher's position are committed
 * together, so the process may be killed at any point. Any number of processes can call this concurrently, but only one
 * of them matches. A rule applies to what happened after its creation.
 * @param options.batch number of facts per transaction; a transaction with more facts is matched as a whole
 * @param options.onFault receives the IDs of what could not be matched, and is omitted
 * @returns the number of new deliveries; whether facts remain: open transactions delay them, or this call did enough; and the
 *   milliseconds until a digest is due, 0 or less if one is, null if there are no digests; and whether deliveries are pending
 */
export async function matchAlertRules(
  { db }: { db: Database },
  {
    batch = 500,
    signal,
    onFault = () => undefined,
  }: { batch?: number; signal?: AbortSignal; onFault?: OnFault } = {},
): Promise<Omit<Matched, 'taken'>> {
  const total: Omit<Matched, 'taken'> = { added: 0, waiting: false, digestMs: null, pending: false };
  for (let n = 0; n < maxBatches && !signal?.aborted; n += 1) {
    const { taken, added, ...position } = await matchNext(db, batch, onFault);
    const { waiting } = position;
    Object.assign(total, position, { added: total.added + added });
    if (taken === 0 || !waiting) break;
  }
  return total;
}

/** If the data of a batch is at fault, it is matched again in parts, and what is at fault is omitted. */
async function matchNext(db: Database, limit: number, onFault: OnFault): Promise<Matched> {
  let faults: Parameters<OnFault>[] = [];
  const collect: OnFault = (...fault) => void faults.push(fault);
  const match = (forAll: ForAll) =>
    db.transaction((tx) => {
      faults = [];
      return matchBatch(tx, { limit, forAll, onFault: collect });
    });
  const matched = await match(atOnce).catch((error: unknown) => {
    if (!isPermanentFault(error)) throw error;
    return match(divided(collect));
  });
  for (const fault of faults) onFault(...fault);
  return matched;
}

async function matchBatch(
  tx: Queryable,
  { limit, ...options }: { limit: number } & Pick<Matching, 'forAll' | 'onFault'>,
): Promise<Matched> {
  const { matched, notices, ...position } = await takeFacts(tx, limit);
  const accountIds = new Set([...matched, ...notices].map(({ accountId }) => accountId));
  if (accountIds.size === 0) return { ...position, added: 0 };
  const rules = await listEnabledRules(tx, [...accountIds]);
  if (rules.length === 0) return { ...position, added: 0 };
  const rulesOf = Map.groupBy(rules, ({ accountId }) => accountId);
  const matching = { tx, rulesOf, ...options };
  const rows: NewDelivery[] = [
    ...(await runDeliveries(matching, matched)),
    ...(await checkDeliveries(matching, matched)),
    ...(await noticeDeliveries(matching, notices)),
  ];
  const inserted = await options.forAll(tx, await heldOrPending(matching, rows), async (part, some) => [
    await insertDeliveries(part, some),
  ]);
  const added = inserted.reduce((sum, count) => sum + count, 0);
  if (added > 0) await notifyDeliveries(tx);
  return { ...position, added };
}

/** Holds the rows of rules that have digests or quiet hours now. Those of rules that were deleted or disabled since are omitted. */
async function heldOrPending(
  { tx, rulesOf, onFault }: Matching,
  rows: NewDelivery[],
): Promise<NewDelivery[]> {
  const matching = new Set(rows.map(({ alertRuleId }) => alertRuleId));
  /** The messages of a rule whose timing is damaged are sent at once. */
  const ifValid = <T>({ id, accountId }: AlertRuleRow, otherwise: T, work: () => T) =>
    orElse({ onFault, ids: { accountId, alertRuleId: id }, otherwise }, work);
  const holding = [...rulesOf.values()].flat().filter((rule) => {
    const { id, timing, quietHours } = rule;
    return matching.has(id) && ifValid(rule, false, () => timing.type !== 'AT_ONCE' || quietHours !== null);
  });
  if (holding.length === 0) return rows;
  const now = await databaseNow(tx);
  const held = holding.flatMap((rule) =>
    ifValid(rule, [], () => {
      const until = quietEnd(rule, now);
      return rule.timing.type === 'AT_ONCE' && until === null ? [] : [{ id: rule.id, until }];
    }),
  );
  const locked = new Set(await lockHoldingRules(tx, held));
  const isHeld = new Set(held.map(({ id }) => id));
  return rows.flatMap((row): NewDelivery[] => {
    if (!isHeld.has(row.alertRuleId)) return [row];
    return locked.has(row.alertRuleId) ? [{ ...row, status: 'HELD' }] : [];
  });
}

async function runDeliveries(matching: Matching, matched: MatchedFact[]): Promise<NewDelivery[]> {
  const { tx, rulesOf, forAll } = matching;
  const ended = matched.filter(
    ({ accountId, executionId }) => executionId !== null && rulesOf.has(accountId),
  );
  if (ended.length === 0) return [];
  const withStates = [...rulesOf.values()].flat().some(({ events }) => events.includes('page.state_changed'));
  return forAll(tx, ended, async (part, facts) => {
    const runs = await listEndedRuns(
      part,
      facts.flatMap(({ executionId }) => executionId ?? []),
    );
    const runIds = runs.map(({ run }) => run.id);
    const outcomes = Map.groupBy(
      await listOutcomes(part, runIds, { withStates }),
      ({ executionId }) => executionId,
    );
    return runs.flatMap(({ accountId, run, tags }) =>
      deliveriesOf(matching, { accountId, at: run.completedAt, group: { executionId: run.id } }, (rule) =>
        runContent(rule, { run, tags }, outcomes.get(run.id) ?? []),
      ),
    );
  });
}

async function checkDeliveries(matching: Matching, matched: MatchedFact[]): Promise<NewDelivery[]> {
  const manual = matched.filter(({ screenshotId }) => screenshotId !== null);
  if (manual.length === 0) return [];
  return matching.forAll(matching.tx, manual, async (part, facts) => {
    const changes = await listManualChanges(
      part,
      facts.flatMap(({ screenshotId }) => screenshotId ?? []),
    );
    return changes.flatMap((change) => {
      const { accountId, checkId: contentCheckId, completedAt: at } = change;
      return deliveriesOf(matching, { accountId, at, group: { contentCheckId } }, (rule) =>
        changeContent(rule, change),
      );
    });
  });
}

async function noticeDeliveries(matching: Matching, notices: NoticeFact[]): Promise<NewDelivery[]> {
  if (notices.length === 0) return [];
  return matching.forAll(matching.tx, notices, async (part, facts) => {
    const subjects = await listNoticeSubjects(part, facts);
    return facts.flatMap((notice) => {
      const { accountId, factId, kind, subjectId, at } = notice;
      const content = noticeContent(notice, subjects);
      const rows = deliveriesOf(matching, { accountId, at, group: { factId } }, (rule) =>
        reportsNotice(rule, notice, subjects) ? content : null,
      );
      // A disabled destination does not receive its own notice, not even if it has been enabled again.
      return rows.filter(
        ({ destinationId }) => kind !== 'destination.disabled' || destinationId !== subjectId,
      );
    });
  });
}

/** What a message is about, at most once per rule and destination. */
type Group = Pick<NewDelivery, 'executionId' | 'contentCheckId' | 'factId'>;

function deliveriesOf(
  { rulesOf, onFault }: Matching,
  { accountId, at, group }: { accountId: number; at: string; group: Group },
  contentOf: (rule: AlertRuleRow) => AlertContent | null,
): NewDelivery[] {
  const rules = rulesOf.get(accountId) ?? [];
  return rules.flatMap((rule) => {
    const { id: alertRuleId, createdAt, destinationIds } = rule;
    const ids = { accountId, alertRuleId, ...group };
    const content = orElse({ onFault, ids, otherwise: null }, () =>
      createdAt < new Date(at) ? contentOf(rule) : null,
    );
    if (content === null) return [];
    return destinationIds.map((destinationId) => ({
      ...{ accountId, alertRuleId, destinationId, ...group, content },
      attemptsLeft: deliveryAttempts,
    }));
  });
}
