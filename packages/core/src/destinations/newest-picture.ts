import type { AlertPicture } from '@shotclock/alerts';
import { listScreenshots, noScreenshotFilter } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { artifactUrl } from '../screenshots/screenshot-resource.ts';
import { createPictureFile } from '../variants/picture-file.ts';

/** The image of the account's newest successful capture; null if there is none. */
export async function newestPicture(
  ctx: Pick<CoreContext, 'db' | 'accountId' | 'objects' | 'links' | 'conversions'>,
): Promise<AlertPicture | null> {
  const { db, accountId, links } = ctx;
  const newest = {
    ...noScreenshotFilter,
    status: 'SUCCESS',
    page: 0,
    size: 1,
    sort: { field: 'createdAt', direction: 'desc' },
  } as const;
  const { rows } = await db.snapshot((tx) => listScreenshots(tx, { accountId }, newest));
  const [row] = rows;
  if (!row) return null;
  const { id: screenshotId, image: object } = row;
  return {
    caption: 'A test picture',
    link: artifactUrl(links, row, 'image'),
    load: async () =>
      object === null ? null : createPictureFile(ctx, { screenshotId, object, area: null }).catch(() => null),
  };
}
