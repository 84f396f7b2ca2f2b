import { randomUUID } from 'node:crypto';
import {
  insertAlertRule,
  insertDestination,
  insertExecutions,
  insertFeed,
  insertKey,
  insertPyramid,
  insertSession,
  insertShare,
  insertTimeLapse,
  insertVariant,
  type Queryable,
} from '@shotclock/db';
import {
  type CoreContext,
  cancelExecution,
  changeItemComparison,
  createApiKey,
  createSchedule,
  createScreenshot,
  deleteItem,
  deleteScreenshot,
  runSchedule,
} from '../../src/index.ts';
import { checkSteps } from '../content-checks/check-series.fixture.ts';
import { claimAll, settleAs } from '../worker-steps.fixture.ts';
import { hourly, inAnHour, item, type Workspace } from '../workspace.fixture.ts';

/** IDs of an account's rows, in each state that a function requires. */
export type OwnedRows = Awaited<ReturnType<typeof createOwnedRows>>;

/** Creates rows of each kind whose names and URLs contain `marker`. */
export async function createOwnedRows(workspace: Workspace, core: CoreContext, marker: string) {
  const own = { ...workspace, core };
  const quiet = { regions: ['0,0,10,10'], confirm: { after: 5 }, recent: 2 };
  const conditions = { appears: marker, numberSelector: '.price', decimal: ',', below: 5 } as const;
  const policy = { detectChanges: true, comparison: { ...quiet, conditions } };
  const { id: scheduleId, items } = await createSchedule(
    core,
    hourly(inAnHour(), { name: marker, items: [item(marker)], policy }),
  );
  await changeItemComparison(core, {
    ...{ scheduleId, itemId: items[0]!.id },
    changes: { ...quiet, conditions: { disappears: marker } },
  });
  const shortened = await createSchedule(core, hourly(inAnHour(), { name: marker, items: [item(marker)] }));
  const removedItem = { scheduleId: shortened.id, itemId: shortened.items[0]!.id };
  await deleteItem(core, removedItem);
  const { id: finishedId } = await createScreenshot(core, { request: item(marker) });
  for (const claim of await claimAll(own)) await settleAs(own, claim, 'succeeds');
  const checks = checkSteps(own);
  const series = { url: item(marker).url };
  const first = await checks.create(series);
  await (await checks.compare(await checks.claimOf(first), marker))();
  // The subject of this check is kept until another check in the series has succeeded.
  await deleteScreenshot(core, { screenshotId: first.screenshotId });
  const pending = await checks.create({ ...series, comparison: quiet });
  const { id: cancelledId } = await runSchedule(core, { scheduleId });
  await cancelExecution(core, { executionId: cancelledId });
  const { id: executionId } = await runSchedule(core, { scheduleId });
  await core.db.orm.execute(`update schedule_executions set unchecked_items = 1 where id = ${executionId}`);
  const { id: keyId } = await createApiKey(core, { name: marker, scopes: ['read'] });
  const hold = { accountId: core.accountId, key: marker, holder: randomUUID() };
  const expiredHold = { ...hold, key: `${marker}-expired` };
  const kept = { fingerprint: marker, keptSeconds: 60 };
  await insertKey(core.db.orm, { ...hold, ...kept, leaseSeconds: 60 });
  await insertKey(core.db.orm, { ...expiredHold, ...kept, leaseSeconds: 0 });
  const { accountId } = core;
  const shared = { accountId, screenshotId: finishedId };
  const share = await insertShare(core.db.orm, { ...shared, tokenHash: marker, expiresAt: null });
  await insertShare(core.db.orm, { ...shared, tokenHash: `${marker}-expired`, expiresAt: new Date(0) });
  const feed = await insertFeed(core.db.orm, {
    accountId,
    name: marker,
    scheduleId: null,
    tokenHash: marker,
  });
  const session = await insertSession(core.db.orm, {
    ...{ accountId, apiKeyId: keyId, hash: marker, seconds: 3_600 },
  });
  const destination = await insertDestination(
    core.db.orm,
    { accountId, name: marker, kind: 'webhook', origin: null },
    () => marker,
  );
  const rule = await insertAlertRule(core.db.orm, {
    ...{
      accountId,
      name: marker,
      enabled: true,
      events: ['content.changed'],
      scheduleIds: null,
      itemIds: null,
      tags: null,
    },
    ...{
      minimumRatio: 0,
      ...{ timing: { type: 'AT_ONCE', at: null, weekday: null }, quietHours: null, timezone: 'UTC' },
      failuresInARow: 2,
      destinationIds: [destination.id],
    },
  });
  const [delivery] = await core.db.orm.execute<{ id: string }>(`
    insert into deliveries (account_id, alert_rule_id, destination_id, content_check_id, content, attempts_left)
    values (${accountId}, ${rule.id}, ${destination.id}, 1, '{"text": "${marker}"}', 8) returning id`);
  const deliveryId = Number(delivery!.id);
  await core.db.orm.execute(`
    insert into delivery_attempts (account_id, delivery_id, at, duration_ms, response) values (${accountId}, ${deliveryId}, now(), 1, '${marker}')`);
  // A page that fails to load, and a check that found a change.
  const { url } = item(`${marker}-failing`);
  await core.db.orm.execute(`
    insert into screenshots (account_id, source, url, full_page, format, response_type, extract_html, extract_text, status, captured_at)
    values (${accountId}, 'MANUAL_SCREENSHOT', '${url}', false, 'png', 'json', false, false, 'FAILED', now())`);
  const [changedCheck] = await core.db.orm.execute<{ id: string }>(`
    insert into content_checks (account_id, screenshot_id, url, target, comparison, status, changed, ratio, price, completed_at)
    select account_id, id, '${url}', '${url}', '{}', 'SUCCESS', true, 0.5, 1, now()
    from screenshots where account_id = ${accountId} and url = '${url}' returning id`);
  // A scheduled capture and a manual capture that do not show the requested page.
  await core.db.orm.execute(`
    update screenshots set verdict = 'blank' where execution_id = ${cancelledId};
    update screenshots set verdict = 'http_error', http_status = 404 where id = ${finishedId};
    insert into page_records (screenshot_id, account_id, page)
    values (${finishedId}, ${accountId}, '{"title": "${marker}", "verdict": {"kind": "http_error"}, "httpStatus": 404}')`);
  // A diff without claims, and a second look.
  const [check] = await core.db.orm.execute<{ target: string; subject: string }>(
    `update content_checks set diff = subject, accepted_at = now(), unstable = '[{"left":0,"top":0,"width":1,"height":1}]'
    where id = ${first.id} returning target, subject`,
  );
  await core.db.orm.execute(`
    insert into first_looks (screenshot_id, account_id, image, bytes, description)
    values (${finishedId}, ${accountId}, '${check!.subject}', 1, '${marker}')`);
  const [inserted] = await insertExecutions(core.db.orm, [
    { accountId, scheduleId, trigger: 'MANUAL', status: 'PROCESSING' },
  ]);
  await core.db.orm.execute(
    `update captures set attempt_token = null, enqueued_at = null, lease_expires_at = null`,
  );
  const derived = await createDerivedRows(core, { finishedId, itemId: items[0]!.id });
  return {
    ...derived,
    ...{
      marker,
      removedItem,
      scheduleId,
      itemId: items[0]!.id,
      finishedId,
      executionId,
      cancelledId,
      keyId,
      shareId: share.id,
      destinationId: destination.id,
      alertRuleId: rule.id,
      deliveryId,
      feedId: feed.id,
      changedCheckId: Number(changedCheck!.id),
      sessionId: session.id,
      hold,
      expiredHold,
      startedId: inserted!.id,
      ...check!,
    },
    orphanedCheckId: first.id,
    finishedCheckId: first.id,
    pendingCheckId: pending.id,
    pendingId: pending.screenshotId,
  };
}

/**
 * A variant, tiles and a time-lapse. The finished capture becomes the item's capture; the other screenshot has no tiles.
 */
async function createDerivedRows(
  { db, accountId }: CoreContext,
  { finishedId, itemId }: { finishedId: number; itemId: number },
) {
  const [row] = await db.orm.execute<{ image: string }>(
    `update screenshots set item_id = ${itemId} where id = ${finishedId} returning image`,
  );
  const { image } = row!;
  const source = { accountId, screenshotId: finishedId, image, object: image };
  await insertVariant(db.orm, { ...source, variant: 'webp-160x' });
  await insertPyramid(db.orm, { ...source, width: 1, height: 1, offsets: [0, 1] });
  const [other] = await db.orm.execute<{ id: string }>(
    `select id from screenshots where account_id = ${accountId} and id <> ${finishedId} order by id limit 1`,
  );
  const timeLapse = await insertTimeLapse(db.orm, {
    ...{ accountId, itemId, width: 160, framesPerSecond: 1, onlyChanges: false, attemptsLeft: 1 },
  });
  return { image, timeLapseId: timeLapse.id, unconvertedId: Number(other!.id) };
}

/** The statement that reads all rows of an account, as text. */
export async function stateStatement(db: Queryable, accountId: number): Promise<string> {
  const tables = await db.execute<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'account_id' order by 1`,
  );
  return [...tables.map(({ name }) => [name, 'account_id']), ['accounts', 'id']]
    .map(
      ([name, column]) =>
        `select '${name}' as name, to_jsonb(t)::text as row from ${name} t where ${column} = ${accountId}`,
    )
    .join(' union all ')
    .concat(' order by 1, 2');
}
