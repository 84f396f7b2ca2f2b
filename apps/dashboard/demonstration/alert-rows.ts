import type { ShotclockClient } from '@shotclock/client';
import type { AlertContent } from '@shotclock/contracts';
import { defaultAccountId } from '@shotclock/db';
import type { Row, Rows } from './record-rows.ts';

const shownChanges = 8;
const account_id = defaultAccountId;

/** Creates two destinations and two rules. Their IDs start at 1. */
export async function createAlerts({ destinations, alertRules }: ShotclockClient): Promise<void> {
  const urls = {
    'Team chat': 'https://chat.example.com/hooks/shotclock',
    'On call': 'https://oncall.example.org/alerts',
  };
  for (const [name, url] of Object.entries(urls))
    await destinations.create({ name, kind: 'webhook', config: { url } });
  await alertRules.create({
    name: 'Every change',
    events: ['content.changed'],
    minimumRatio: 0.005,
    destinationIds: [1],
  });
  await alertRules.create({
    name: 'Whatever fails',
    events: ['screenshot.failed', 'screenshot.recovered'],
    failuresInARow: 3,
    destinationIds: [1, 2],
  });
}

/** Messages about the newest changes, oldest first. The newest one waits, and the one before it failed once. */
export function alertRows({ schedule_executions, screenshots, content_checks }: Rows) {
  const rows: Record<'deliveries' | 'delivery_attempts', Row[]> = { deliveries: [], delivery_attempts: [] };
  const changed = content_checks.filter((check) => check.changed).slice(-shownChanges);
  for (const [index, check] of changed.entries()) {
    const screenshot = screenshots.find(({ id }) => id === check.screenshot_id)!;
    const run = schedule_executions.find(({ id }) => id === screenshot.execution_id)!;
    const isFailing = index === changed.length - 2;
    const id = index + 1;
    const at = new Date(Date.parse(String(run.completed_at)) + 400).toISOString();
    const state = isFailing
      ? { status: 'PENDING', attempts_left: 7, next_attempt_at: '2026-06-17T10:37:00Z' }
      : { status: 'DELIVERED', attempts_left: 7, next_attempt_at: at, completed_at: at };
    rows.deliveries.push({
      ...{
        id,
        account_id,
        alert_rule_id: 1,
        destination_id: isFailing ? 2 : 1,
        execution_id: Number(run.id),
      },
      ...{ content: contentOf(run, screenshot, check), attempts: 1, created_at: at, ...state },
    });
    rows.delivery_attempts.push({
      ...{ id, account_id, delivery_id: id, at, duration_ms: isFailing ? 15_000 : 84 + index },
      ...(isFailing
        ? { error: 'The receiver did not respond within 15 s.' }
        : { status: 200, response: 'ok' }),
    });
  }
  return rows;
}

const scheduleNames = ['Shop front', 'Prices of competitors', 'Release notes'];

function contentOf(run: Row, screenshot: Row, check: Row): AlertContent {
  const numbers = run as Record<string, number>;
  return {
    type: 'content.changed',
    run: {
      id: numbers.id!,
      scheduleId: numbers.schedule_id!,
      scheduleName: scheduleNames[numbers.schedule_id! - 1]!,
      status: 'COMPLETED',
      totalItems: numbers.total_items!,
      successfulItems: numbers.successful_items!,
      failedItems: numbers.failed_items!,
      missedRuns: 0,
      reason: null,
      startedAt: String(run.started_at),
      completedAt: String(run.completed_at),
    },
    ...{ digest: null, schedule: null, destination: null, runEvents: [], storm: false },
    totals: { failed: 0, stateChanged: 0, changed: 1, recovered: 0 },
    events: [
      {
        type: 'content.changed',
        url: String(screenshot.url),
        itemId: Number(screenshot.item_id),
        screenshotId: Number(screenshot.id),
        contentCheckId: Number(check.id),
        ratio: Number(check.ratio),
        ...{ state: null, previousState: null },
        ...{ failuresInARow: null, failureCode: null, description: null },
      },
    ],
  };
}
