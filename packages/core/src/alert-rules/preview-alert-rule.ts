import {
  type AlertContent,
  type AlertRulePreview,
  limits,
  type PreviewAlertRuleBody,
  storedTags,
} from '@shotclock/contracts';
import { listNewestChangedScreenshotIds, listNewestRunIds, type Queryable } from '@shotclock/db';
import {
  listContentPictures,
  listEndedRuns,
  listManualChanges,
  listOutcomes,
} from '@shotclock/db/all-accounts';
import type { CoreContext } from '../context.ts';
import { alertMessage, type MessagePicture, renderedMessage } from '../deliveries/alert-message.ts';
import { linkedPicture } from '../deliveries/delivery-resource.ts';
import { newestPicture } from '../destinations/newest-picture.ts';
import { refuse } from '../errors.ts';
import { combinationErrors } from './rule-errors.ts';
import { changeContent, runContent } from './run-content.ts';
import { sampleContent } from './sample-content.ts';

/** Limits the cost of a preview. */
const maxRuns = 20;
const maxItems = 5_000;

type Found = { content: AlertContent; endedAt: string };

/**
 * Renders the message that a rule would have sent about the newest run or manual check that it matches, otherwise about a
 * sample. Writes nothing.
 * @throws CoreError validation_failed (the rule contradicts itself)
 */
export async function previewAlertRule(
  ctx: CoreContext,
  body: PreviewAlertRuleBody,
): Promise<AlertRulePreview> {
  const { db, accountId, links } = ctx;
  const rule = {
    ...{ name: '', enabled: true, destinationIds: [], nextDigestAt: null },
    ...{ timing: { type: 'AT_ONCE' as const, at: null, weekday: null }, quietHours: null, timezone: 'UTC' },
    events: body.events,
    scheduleIds: body.scheduleIds ?? null,
    itemIds: body.itemIds ?? null,
    tags: body.tags ? storedTags(body.tags) : null,
    minimumRatio: body.minimumRatio ?? 0,
    failuresInARow: body.failuresInARow ?? limits.alerts.failuresInARow.default,
  };
  refuse(combinationErrors(rule));
  const render = (content: AlertContent, pictures: MessagePicture[] = []) =>
    renderedMessage(alertMessage({ id: 0, accountId, createdAt: new Date(), content }, links, pictures));
  const found = await db.snapshot(async (tx) => {
    const run = await newestRun(tx, accountId, rule);
    const change = await newestChange(tx, accountId, rule);
    const newest = run && change ? (run.endedAt > change.endedAt ? run : change) : (run ?? change);
    if (!newest) return null;
    const pictures = await listContentPictures(tx, newest.content);
    const source: AlertRulePreview['source'] = newest === run ? 'RUN' : 'CHECK';
    return { source, message: render(newest.content, pictures.map(linkedPicture)) };
  });
  if (found) return found;
  const picture = await newestPicture(ctx);
  const message = render(sampleContent(rule));
  // The records of a sample do not exist.
  const items = message.items.map((item) => ({
    ...item,
    link: null,
    pictureUrl: item.pictureUrl === null ? null : (picture?.link ?? null),
    previousPictureUrl: null,
  }));
  return { source: 'SAMPLE', message: { ...message, link: null, items } };
}

type Rule = Parameters<typeof runContent>[0];

async function newestRun(tx: Queryable, accountId: number, rule: Rule): Promise<Found | null> {
  const { scheduleIds, itemIds, tags, events } = rule;
  const withStates = events.includes('page.state_changed');
  const ids = await listNewestRunIds(tx, { accountId, scheduleIds, itemIds, tags, limit: maxRuns });
  const runs = await listEndedRuns(tx, ids);
  let items = 0;
  for (const ended of runs.toReversed()) {
    const { run } = ended;
    items += run.totalItems;
    if (items > maxItems) return null;
    const content = runContent(rule, ended, await listOutcomes(tx, [run.id], { withStates }));
    if (content) return { content, endedAt: run.completedAt };
  }
  return null;
}

async function newestChange(tx: Queryable, accountId: number, rule: Rule): Promise<Found | null> {
  const screenshotIds = await listNewestChangedScreenshotIds(tx, { accountId, limit: maxRuns });
  const changes = screenshotIds.length === 0 ? [] : await listManualChanges(tx, screenshotIds);
  for (const change of changes.toReversed()) {
    const content = changeContent(rule, change);
    if (content) return { content, endedAt: change.completedAt };
  }
  return null;
}
