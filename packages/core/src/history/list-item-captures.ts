import {
  type ExpandedScreenshot,
  type FieldError,
  type ItemCapture,
  type ItemCaptureExpansion,
  type ItemCaptures,
  instantBounds,
} from '@shotclock/contracts';
import {
  type CaptureOfItem,
  countCapturesBefore,
  countFinishedCaptures,
  findCapturesOfItem,
  findScreenshots,
  hasHadItem,
  listCapturesAround,
  type Queryable,
} from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { CoreError, notFound } from '../errors.ts';
import { expandedScreenshots } from '../screenshots/expanded-screenshots.ts';

type Around = {
  scheduleId: number;
  itemId: number;
  /**
   * The position in the history: this finished capture of the item; if null, the time `at`; if both are null, the end of
   * the history.
   */
  screenshotId: number | null;
  at: Date | null;
  /** Another finished capture of the item to include in the response. */
  otherScreenshotId: number | null;
  /** Maximum number of captures before the position, and maximum number of captures at or after it. */
  before: number;
  after: number;
  changedOnly: boolean;
  expand?: ReadonlySet<ItemCaptureExpansion>;
};

/** Capture times are set by the database, whose clock can be ahead. */
const endOfHistory = new Date(instantBounds.maxMs);

/**
 * Lists an item's finished captures around a time or a capture. The item and its schedule may have been deleted.
 * @throws CoreError not_found (no such item, or IDs that do not belong to finished captures of the item, with one error per ID)
 */
export async function listItemCaptures(ctx: CoreContext, input: Around): Promise<ItemCaptures> {
  const { scheduleId, itemId, at, before, after, changedOnly, expand } = input;
  const key = { accountId: ctx.accountId, itemId };
  return ctx.db.snapshot(async (tx) => {
    if (!(await hasHadItem(tx, { ...key, scheduleId }))) throw notFound('item', itemId);
    const { screenshotId: capture, otherScreenshotId: other } = await findNamed(tx, key, input);
    const place = capture
      ? { at: new Date(capture.completedAt), screenshotId: capture.id }
      : { at: at ?? endOfHistory, screenshotId: 0 };
    // Reads one more capture at each end to determine whether there are more.
    const found = await listCapturesAround(tx, {
      ...key,
      ...{ place, before: before + 1, after: after + 1, changedOnly },
    });
    const earlier = found.earlier.slice(Math.max(0, found.earlier.length - before));
    const captures = [...earlier, ...found.later.slice(0, after)];
    const toItemCapture = await expansion(ctx, tx, [...captures, other], expand);
    return {
      captures: captures.map(toItemCapture),
      firstIndex: changedOnly ? null : (await countCapturesBefore(tx, { ...key, place })) - earlier.length,
      total: changedOnly ? null : await countFinishedCaptures(tx, key),
      hasEarlier: found.earlier.length > before,
      hasLater: found.later.length > after,
      ...(other && { other: toItemCapture(other) }),
    };
  });
}

type Named<Value> = { screenshotId: Value | null; otherScreenshotId: Value | null };

/** Finds the captures that a request specifies. Reports all missing captures together. */
async function findNamed(
  tx: Queryable,
  key: { accountId: number; itemId: number },
  { screenshotId, otherScreenshotId }: Named<number>,
): Promise<Named<CaptureOfItem>> {
  const named = { screenshotId, otherScreenshotId };
  // IDs are safe integers, so a larger number cannot be an ID.
  const screenshotIds = Object.values(named).flatMap((id) => (Number.isSafeInteger(id) ? (id ?? []) : []));
  const found = screenshotIds.length === 0 ? [] : await findCapturesOfItem(tx, { ...key, screenshotIds });
  const errors: FieldError[] = [];
  const find = (name: keyof Named<number>): CaptureOfItem | null => {
    if (named[name] === null) return null;
    const one = found.find(({ id }) => id === named[name]);
    const path = `/${name}`;
    if (!one) errors.push({ path, code: 'unknown_capture', message: 'is not a capture of the item' });
    else if (!one.capture) errors.push({ path, code: 'unfinished_capture', message: 'has not finished' });
    return one?.capture ?? null;
  };
  const captures = { screenshotId: find('screenshotId'), otherScreenshotId: find('otherScreenshotId') };
  if (errors.length === 0) return captures;
  const detail = errors.map(({ path, message }) => `${path} ${message}`).join('; ');
  throw new CoreError('not_found', `${detail}.`, { errors });
}

/** Adds the requested expansions to captures. */
async function expansion(
  ctx: CoreContext,
  tx: Queryable,
  captures: readonly (CaptureOfItem | null)[],
  expand: ReadonlySet<ItemCaptureExpansion> | undefined,
): Promise<(capture: CaptureOfItem) => ItemCapture> {
  if (!expand?.has('screenshot')) return (capture) => capture;
  const screenshotIds = [...new Set(captures.flatMap((capture) => capture?.id ?? []))];
  const rows = await findScreenshots(tx, { accountId: ctx.accountId, screenshotIds });
  const expanded = await expandedScreenshots(ctx, tx, rows, new Set(['capture', 'verdict']));
  const byId = new Map<number, ExpandedScreenshot>(expanded.map((one) => [one.id, one]));
  return (capture) => ({ ...capture, screenshot: byId.get(capture.id)! });
}
