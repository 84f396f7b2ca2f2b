// Sends deliveries to many destinations, of which some never respond, after measuring what the idle alert loops cost.
// node apps/scheduler/bench/alerts.ts [deliveries] [destinations] [hanging] [deliveries per second] [idle seconds]
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createConversions, createLinks, createRecordedStore, type SendingContext } from '@shotclock/core';
import { type Database, defaultAccountId, insertDestination, migrate, openDatabase } from '@shotclock/db';
import { createOutboundClient, parseEgressAllow } from '@shotclock/egress';
import { startEmbeddedPostgres } from '@shotclock/embedded';
import { createImageConverter } from '@shotclock/images';
import { createLogger, createMetricsRegistry } from '@shotclock/runtime';
import { createSealer, type Sealer } from '@shotclock/sealing';
import { createFilesystemStore } from '@shotclock/storage';
import { treeCpuMs } from '@shotclock/testing';
import { runMatchLoop } from '../src/alerts/match-loop.ts';
import { runSendLoop } from '../src/alerts/send-loop.ts';
import { createSleeper } from '../src/sleeper.ts';
import { createSteps } from '../src/steps.ts';

const [total = 10_000, destinations = 100, hanging = 5, rate = 200, idleSeconds = 0] = process.argv
  .slice(2)
  .map(Number);

const content = {
  type: 'schedule.completed',
  ...{ run: null, destination: null, runEvents: [], storm: false, events: [] },
  schedule: { id: 1, name: 'Daily', pauseReason: null, at: '2026-11-21T09:00:00.000Z' },
  totals: { failed: 0, stateChanged: 0, changed: 0, recovered: 0 },
};

const receiver = fork(new URL('./alert-receiver.ts', import.meta.url));
const [port] = (await once(receiver, 'message')) as [number];
const ask = async <T>(what: 'count' | 'arrivals'): Promise<T> => {
  receiver.send(what);
  const [answer] = await once(receiver, 'message');
  return answer;
};

const folder = await mkdtemp(join(tmpdir(), 'shotclock-alerts-'));
const database = await startEmbeddedPostgres({
  dataDir: join(folder, 'postgres'),
  logger: createLogger({ name: 'postgres', level: 'warn' }),
});
await migrate(database.url);
const statements = { sender: 0, matcher: 0 };
const db = openDatabase({
  ...{ url: database.url, name: 'alerts bench', connections: 4 },
  onStatement: () => count('sender'),
});
const matcherDb = openDatabase({
  ...{ url: database.url, name: 'alerts bench matcher', connections: 1 },
  onStatement: () => count('matcher'),
});
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
const sender = createSleeper();
const running = Promise.all([
  runSendLoop({ logger, createSending: async () => sending }, steps, stop.signal, sender),
  runMatchLoop({ db: matcherDb, logger }, steps, stop.signal, () => sender.wake()),
]);

// Both loops have started, and have read their tables once.
await delay(2_000);
Object.assign(statements, { sender: 0, matcher: 0 });
await delay(idleSeconds * 1_000);
if (idleSeconds > 0)
  print(
    `idle for ${idleSeconds} s: ${statements.sender} statements of the sender, ${statements.matcher} of the matcher`,
  );

Object.assign(statements, { sender: 0, matcher: 0 });
const databaseCpuBefore = await treeCpuMs(database.pid);
const transactionsBefore = await transactions();
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
  await delay(Math.max(0, dueMs));
}
const rest = total % destinations;
const expected = total - Math.floor(total / destinations) * hanging - Math.min(rest, hanging);
for (let n = 0; n < 300 && (await ask<number>('count')) < expected; n += 1) await delay(100);
const seconds = (performance.now() - startedAt) / 1_000;
const { user, system } = process.cpuUsage(cpuBefore);
const databaseCpu = (await treeCpuMs(database.pid)) - databaseCpuBefore;
const sentStatements = statements.sender;
const sentTransactions = (await transactions()) - transactionsBefore - Math.ceil(total / perBatch);
const arrivals = new Map(await ask<[number, number][]>('arrivals'));
const rows = await feeder.orm.execute<{ id: string; at: number }>(
  `select id, (extract(epoch from created_at) * 1000)::float8 as at from deliveries`,
);
const waits = rows
  .flatMap(({ id, at }) => (arrivals.has(Number(id)) ? [arrivals.get(Number(id))! - at] : []))
  .sort((one, other) => one - other);
const quantile = (part: number) => Math.round(waits[Math.floor(part * (waits.length - 1))]!);
const perDelivery = (value: number) => (value / arrivals.size).toFixed(2);
print(
  `${arrivals.size} of ${expected} deliveries in ${seconds.toFixed(1)} s (${(arrivals.size / seconds).toFixed(0)}/s): ` +
    `wait p50 ${quantile(0.5)} ms, p99 ${quantile(0.99)} ms, max ${quantile(1)} ms`,
);
print(
  `per delivery: CPU of the sender ${perDelivery((user + system) / 1_000)} ms, of PostgreSQL ${perDelivery(databaseCpu)} ms; ` +
    `${perDelivery(sentStatements)} statements, ${perDelivery(sentTransactions)} transactions`,
);
stop.abort();
receiver.kill();
await running;
await db.close();
await matcherDb.close();
await feeder.close();
await database.stop();
await rm(folder, { recursive: true });

function count(process: keyof typeof statements): void {
  statements[process] += 1;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Sessions report their transactions at most once a second. */
async function transactions(): Promise<number> {
  await delay(1_500);
  const [row] = await feeder.orm.execute<{ n: string }>(
    'select xact_commit as n from pg_stat_database where datname = current_database()',
  );
  return Number(row!.n);
}

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
