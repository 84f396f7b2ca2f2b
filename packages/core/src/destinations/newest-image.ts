import { listScreenshots, noScreenshotFilter } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { artifactUrl } from '../screenshots/screenshot-resource.ts';

/** The URL of the image of the account's newest successful capture, which needs no key; null if there is none. */
export async function newestImage({ db, accountId, links }: CoreContext): Promise<string | null> {
  const newest = {
    ...noScreenshotFilter,
    status: 'SUCCESS',
    page: 0,
    size: 1,
    sort: { field: 'createdAt', direction: 'desc' },
  } as const;
  const { rows } = await db.snapshot((tx) => listScreenshots(tx, { accountId }, newest));
  return rows[0] ? artifactUrl(links, rows[0], 'image') : null;
}
