// The values of the configurations of all kinds appear in no log line, no table and no response.
import { canaryConfigs } from '@shotclock/alerts/canary-configs';
import { destinationKindNames } from '@shotclock/contracts';
import { createOutboundClient, parseEgressAllow } from '@shotclock/egress';
import { createLogger } from '@shotclock/runtime';
import { startMailServer, startReceiver } from '@shotclock/testing';
import { afterAll, expect, test } from 'vitest';
import { sealConfig } from '../../src/destinations/sealed-config.ts';
import {
  claimDeliveries,
  createConfiguredMailer,
  createDestination,
  getDelivery,
  getDestination,
  listDeliveries,
  listDestinations,
  sendDelivery,
  testDestination,
} from '../../src/index.ts';
import { openWorkspaceForFile } from '../workspace.fixture.ts';

const workspace = openWorkspaceForFile();
const receiver = await startReceiver();
let reply = '';
const mailServer = await startMailServer({ reply: () => ({ code: 550, text: reply }) });
afterAll(() => Promise.all([receiver.close(), mailServer.close()]));

const content = {
  type: 'schedule.completed',
  ...{ digest: null, run: null, destination: null, runEvents: [], storm: false, events: [] },
  schedule: { id: 1, name: 'Daily', pauseReason: null, at: '2026-11-21T09:00:00.000Z' },
  totals: { failed: 0, stateChanged: 0, changed: 0, recovered: 0 },
};
const configs = destinationKindNames.flatMap((kind) => canaryConfigs(kind, receiver.origin));

test.each(configs)('$kind', async ({ kind, config, canaries, repeated }) => {
  const { db, core } = workspace;
  const lines: string[] = [];
  const logger = createLogger({ name: 'test', level: 'trace' }, { write: (line) => void lines.push(line) });
  const alerting = {
    sealer: core.alerting.sealer!,
    client: createOutboundClient({ allow: parseEgressAllow(`127.0.0.1:${receiver.port}`) }),
    mailer: createConfiguredMailer({ smtpUrl: mailServer.url, alertFrom: 'a@shots.example' }, logger),
  };
  const ctx = { ...core, alerting };
  const echo = JSON.stringify([config, repeated]);
  reply = echo;
  receiver.respondWith((response, { path, headers, body }) => {
    response.writeHead(500).end(echo + path + JSON.stringify(headers) + body.toString('latin1'));
  });

  const { secret: _, ...created } = await createDestination(ctx, { name: kind, kind, config });
  const destinationId = created.id;
  const responses: unknown[] = [created, await testDestination(ctx, { destinationId })];
  const send = async () => {
    // `now()` is rounded to milliseconds, possibly up, and other deliveries of this test may be due again.
    await db.orm.execute(`insert into deliveries (account_id, alert_rule_id, destination_id, content, attempts_left, next_attempt_at)
      values (${core.accountId}, 1, ${destinationId}, '${JSON.stringify(content)}', 8, now() - interval '1 hour')`);
    const [claimed] = await claimDeliveries(ctx, { limit: 1 });
    const sent = await sendDelivery({ ...ctx, ...alerting, logger }, claimed!);
    const { id: deliveryId } = claimed!.delivery;
    return [sent, await getDelivery(ctx, { deliveryId })];
  };
  responses.push(await send());
  reply = '';
  // A stored configuration that is damaged: the errors of invalid URLs contain them.
  const damaged = Object.fromEntries(Object.keys(config).map((name) => [name, canaries.join('\n')]));
  await db.orm.execute(
    `update destinations set sealed_config = '${sealConfig(alerting.sealer, { ...core, id: destinationId }, damaged)}' where id = ${destinationId}`,
  );
  responses.push(await send());
  responses.push(await testDestination(ctx, { destinationId }).catch(String));

  const page = { page: 0, size: 100, sort: { field: 'id', direction: 'desc' } } as const;
  responses.push(await getDestination(ctx, { destinationId }));
  responses.push(await listDestinations(ctx, page), await listDeliveries(ctx, page));
  const names = await db.orm.execute<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  );
  const tables: unknown[] = [];
  for (const { name } of names) tables.push(await db.orm.execute(`select to_jsonb(t) as row from ${name} t`));
  const said = JSON.stringify([responses, tables]) + lines.join('');
  expect(said).toContain('Daily: completed');
  for (const canary of canaries) expect(said).not.toContain(canary);
});
