// Alerts of a system about every run, and what must be true of them after a fault: each run that ended was delivered to
// each destination, and repeated messages have the same ID.
import { Webhook } from 'standardwebhooks';
import { eventually } from '../src/eventually.ts';
import type { AlertReceiver } from './alert-receiver.ts';
import type { System } from './system.ts';

type Destination = { id: number; secret: string; receiver: AlertReceiver };
export type Alerts = {
  ruleId: number;
  destinations: readonly Destination[];
  /** The newest execution before the rule was created. */
  since: number;
};

type Client = Pick<System['client'], 'request'>;

/** Creates a destination for each receiver, and a rule that reports every run to all of them. */
export async function createAlerts(
  { client, sql }: System,
  receivers: readonly AlertReceiver[],
): Promise<Alerts> {
  const destinations: Destination[] = [];
  for (const receiver of receivers) {
    const body = { name: 'chaos', kind: 'webhook', config: { url: receiver.url } };
    const { id, secret } = await created<{ id: number; secret: string }>(client, '/destinations', body);
    destinations.push({ id, secret, receiver });
  }
  const [newest] = await sql<{ id: string }[]>`select coalesce(max(id), 0) as id from schedule_executions`;
  const rule = await created<{ id: number }>(client, '/alert-rules', {
    name: 'chaos',
    events: ['execution.completed'],
    destinationIds: destinations.map(({ id }) => id),
  });
  return { ruleId: rule.id, destinations, since: Number(newest!.id) };
}

/** Deletes the rule and its destinations, so that later faults send nothing. */
export async function deleteAlerts(client: Client, { ruleId, destinations }: Alerts): Promise<void> {
  await client.request('DELETE', `/alert-rules/${ruleId}`);
  for (const { id } of destinations) await client.request('DELETE', `/destinations/${id}`);
}

async function created<T>(client: Client, path: string, body: object): Promise<T> {
  const response = await client.request('POST', path, { body });
  if (response.status !== 201)
    throw new Error(`POST ${path}: ${response.status} ${JSON.stringify(response.body)}`);
  return response.body as T;
}

/** Makes all waiting deliveries due, because the delays between attempts add up to 28 hours. Ends the leases of killed senders. */
export async function hastenDeliveries({ sql }: Pick<System, 'sql'>): Promise<void> {
  await sql`
    update deliveries set next_attempt_at = now(), lease_expires_at = least(lease_expires_at, now())
    where id in (select id from deliveries where status = 'PENDING' for update skip locked)`;
  await sql`notify shotclock_deliveries`;
}

/**
 * Waits until the destinations have a delivered message about each run that has ended.
 * @throws Error after `timeoutMs`, with the states of the missing messages
 */
export async function waitForAlerts(
  { sql }: Pick<System, 'sql'>,
  { ruleId, destinations, since }: Alerts,
  timeoutMs: number,
): Promise<void> {
  let left: readonly unknown[] = [];
  const arrived = async () => {
    left = await sql`
      select e.id as execution, destination, d.status, d.attempts, d.attempts_left
      from schedule_executions e cross join unnest(${destinations.map(({ id }) => id)}::bigint[]) destination
      left join deliveries d on d.execution_id = e.id and d.destination_id = destination and d.alert_rule_id = ${ruleId}
      where e.id > ${since} and e.status <> 'PROCESSING' and d.status is distinct from 'DELIVERED' order by 1, 2`;
    return left.length === 0;
  };
  await eventually(arrived, { timeoutMs, what: 'all alerts to be delivered' }).catch((cause: unknown) => {
    throw new Error(`${left.length} alerts were not delivered: ${JSON.stringify(left.slice(0, 3))}`, {
      cause,
    });
  });
}

/**
 * Compares what the receivers accepted with the runs that have ended. Call it after `waitForAlerts`.
 * @returns `repeated`: how many accepted requests repeat a message with the same ID, which at-least-once delivery permits
 */
export async function checkAlerts(
  { sql }: Pick<System, 'sql'>,
  { destinations, since }: Alerts,
): Promise<{ runs: number; repeated: number; losses: number; duplicates: number; broken: string[] }> {
  const ended = await sql<{ id: string }[]>`
    select id from schedule_executions where id > ${since} and status <> 'PROCESSING'`;
  const found = { runs: ended.length, repeated: 0, losses: 0, duplicates: 0, broken: [] as string[] };
  for (const { id, secret, receiver } of destinations) {
    const accepted = receiver.received.filter((one) => one.accepted);
    const webhook = new Webhook(secret);
    const runOf = new Map<string, string>();
    for (const { headers, body } of accepted) {
      const [messageId, timestamp] = [headers['webhook-id']!, Number(headers['webhook-timestamp'])];
      // `verify` would reject messages of long runs, which arrived more than five minutes ago.
      const signature = webhook.sign(messageId, new Date(timestamp * 1_000), body);
      if (!headers['webhook-signature']!.split(' ').includes(signature))
        found.broken.push(`destination ${id} received ${messageId} with a wrong signature`);
      runOf.set(messageId, /Run (\d+) ended/.exec(body)![1]!);
    }
    found.repeated += accepted.length - runOf.size;
    const runs = new Set(runOf.values());
    const lost = ended.filter((run) => !runs.has(run.id));
    const twice = runOf.size - runs.size;
    found.losses += lost.length;
    found.duplicates += twice;
    if (lost.length > 0) found.broken.push(`destination ${id} received nothing about ${lost.length} runs`);
    if (twice > 0) found.broken.push(`destination ${id} received ${twice} runs again with another ID`);
  }
  return found;
}
