// Sends deliveries to many destinations, of which some never respond.
// node apps/scheduler/bench/alerts.ts [deliveries] [destinations] [hanging]
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConversions, createLinks, createRecordedStore, type SendingContext } from '@shotclock/core';
import { type Database, defaultAccountId, insertDestination, migrate, openDatabase } from '@shotclock/db';
import { createOutboundClient, parseEgressAllow } from '@shotclock/egress';
import { startEmbeddedPostgres } from '@shotclock/embedded';
import { createImageConverter } from '@shotclock/images';
import { createLogger, createMetricsRegistry } from '@shotclock/runtime';
import { createSealer, type Sealer } from '@shotclock/sealing';
import { createFilesystemStore } from '@shotclock/storage';
import { runSendLoop } from '../src/alerts/send-loop.ts';
import { createSteps } from '../src/steps.ts';

const [total = 10_000, destinations = 100, hanging = 5] = process.argv.slice(2).map(Number);
/** Deliveries per second. */
const rate = 200;

const content = {
  type: 'schedule.completed',
  ...{ run: null, destination: null, runEvents: [], storm: false, events: [] },
  schedule: { id: 1, name: 'Daily', pauseReason: null, at: '2026-11-21T09:00:00.000Z' },
  totals: { failed: 0, stateChanged: 0, changed: 0, recovered: 0 },
};

const arrivals = new Map<number, number>();
const server = createServer((request, response) => {
  if (request.url === '/hanging') return;
  request.resume().on('end', () => {
    const id = Number(String(request.headers['webhook-id']).split('_')[1]);
    if (!arrivals.has(id)) arrivals.set(id, Date.now());
    response.writeHead(204).end();
  });
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;

const folder = await mkdtemp(join(tmpdir(), 'shotclock-alerts-'));
const database = await startEmbeddedPostgres({
  dataDir: join(folder, 'postgres'),
  logger: createLogger({ name: 'postgres', level: 'warn' }),
});
await migrate(database.url);
const db = openDatabase({ url: database.url, name: 'alerts bench', connections: 4 });
const feeder = openDatabase({ url: database.url, name: 'alerts bench feeder', connections: 2 });
const sealer = createSealer([randomBytes(32)]);
const ids: number[] = [];
for (let n = 0; n < destinations; n += 1) ids.push(await addDestination(db, sealer, n < hanging));

const logger = createLogger({ name: 'bench', level: 'warn' });
const steps = createSteps({ metrics: createMetricsRegistry('scheduler').metrics, logger });
const sending: SendingContext = {
  ...{ db, sealer, client: createOutboundClient({ allow: parseEgressAllow('127.0.0.0/8') }) },
  links: createLinks({ publicUrl: () => 'http://shots.example', signer: null }),
  objects: createRecordedStore(db, createFilesystemStore(folder)),
  conversions: createConversions(
    createImageConverter({ processes: 1, maxWaiting: 1, maxWaitingPerOwner: 1 }),
  ),
};
const stop = new AbortController();
const running = runSendLoop({ logger, createSending: async () => sending }, steps, stop.signal);

const startedAt = performance.now();
const cpuBefore = process.cpuUsage();
const perBatch = rate / 10;
for (let sent = 0; sent < total; sent += perBatch) {
  await feeder.orm.execute(`
    insert into deliveries (account_id, alert_rule_id, destination_id, execution_id, content, attempts_left)
    select ${defaultAccountId}, 1, (array[${ids}])[1 + n % ${ids.length}], n, '${JSON.stringify(content)}', 8
    from generate_series(${sent}, ${sent + perBatch - 1}) n;
    select pg_notify('shotclock_deliveries', '')`);
  const dueMs = ((sent + perBatch) / rate) * 1_000 - (performance.now() - startedAt);
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs)));
}
const expected = Math.round(total * (1 - hanging / destinations));
for (let n = 0; n < 300 && arrivals.size < expected; n += 1)
  await new Promise((resolve) => setTimeout(resolve, 100));
const seconds = (performance.now() - startedAt) / 1_000;
const { user, system } = process.cpuUsage(cpuBefore);
const rows = await feeder.orm.execute<{ id: string; at: number }>(
  `select id, (extract(epoch from created_at) * 1000)::float8 as at from deliveries`,
);
const waits = rows
  .flatMap(({ id, at }) => (arrivals.has(Number(id)) ? [arrivals.get(Number(id))! - at] : []))
  .sort((one, other) => one - other);
const quantile = (part: number) => Math.round(waits[Math.floor(part * (waits.length - 1))]!);
process.stdout.write(
  `${arrivals.size} of ${expected} deliveries in ${seconds.toFixed(1)} s (${(arrivals.size / seconds).toFixed(0)}/s); ` +
    `wait p50 ${quantile(0.5)} ms, p99 ${quantile(0.99)} ms, max ${quantile(1)} ms; ` +
    `process CPU ${((user + system) / 1_000 / arrivals.size).toFixed(2)} ms per delivery\n`,
);
stop.abort();
server.closeAllConnections();
server.close();
await running;
await db.close();
await feeder.close();
await database.stop();
await rm(folder, { recursive: true });

async function addDestination(orm: Database, key: Sealer, isHanging: boolean): Promise<number> {
  const url = `http://127.0.0.1:${port}/${isHanging ? 'hanging' : 'good'}`;
  const config = { url, secret: `whsec_${randomBytes(32).toString('base64')}` };
  const { id } = await insertDestination(
    orm.orm,
    { accountId: defaultAccountId, name: 'bench', kind: 'webhook', origin: null },
    (destinationId) => key.seal(JSON.stringify(config), `destination:${defaultAccountId}:${destinationId}`),
  );
  return id;
}
