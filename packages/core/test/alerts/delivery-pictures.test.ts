import { randomBytes } from 'node:crypto';
import type { ContentCheckBody } from '@shotclock/contracts';
import { type DeliveryRow, findDelivery } from '@shotclock/db';
import { listDeliveryPictures } from '@shotclock/db/all-accounts';
import { readImageHeader } from '@shotclock/images';
import { encodePng } from '@shotclock/testing';
import { beforeEach, expect, test } from 'vitest';
import { alertMessage } from '../../src/deliveries/alert-message.ts';
import {
  createAlertRule,
  deleteScreenshot,
  getDelivery,
  listDeliveries,
  matchAlertRules,
  previewAlertRule,
  sweepObjects,
} from '../../src/index.ts';
import { createPictureFile } from '../../src/variants/picture-file.ts';
import { ageObjects } from '../captures.fixture.ts';
import { type Claim, checkSteps } from '../content-checks/check-series.fixture.ts';
import { openWorkspaceForEachTest } from '../workspace.fixture.ts';
import { insertTestDestination } from './test-destination.fixture.ts';

const workspace = openWorkspaceForEachTest();
let steps: ReturnType<typeof checkSteps>;
beforeEach(async () => {
  const { db, core } = workspace;
  steps = checkSteps(workspace);
  const destinationId = await insertTestDestination(db, core.accountId);
  await createAlertRule(core, {
    name: 'changes',
    events: ['content.changed'],
    destinationIds: [destinationId],
  });
});

const [width, height] = [1_600, 2_400];
const graceSeconds = 3_600;
/** A white page whose rows below `from` contain `content`. */
const page = (from: number, content: () => Buffer) => {
  const row = (pixels: Buffer) => Buffer.concat([Buffer.alloc(1), pixels]);
  const white = row(Buffer.alloc(width * 3, 255));
  return encodePng(
    width,
    height,
    Buffer.concat(Array.from({ length: height }, (_, y) => (y < from ? white : row(content())))),
  );
};

/** Checks a page twice, and returns the delivery about the change. */
async function changeOf(after: Buffer, area: { top: number } | null, body: Partial<ContentCheckBody> = {}) {
  for (const picture of [page(height, () => Buffer.alloc(0)), after]) {
    const claim = (await steps.claimOf(await steps.create(body))) as Claim;
    const box = area && { left: 0, width, height: height - area.top, ...area };
    await (await steps.compare(claim, picture, box && { baseline: box, current: box }))();
  }
  await expect.poll(async () => (await matchAlertRules(workspace)).waiting, { timeout: 100_000 }).toBe(false);
  const { content } = await listDeliveries(workspace.core, {
    ...{ page: 0, size: 1 },
    sort: { field: 'id', direction: 'desc' },
  });
  const { accountId } = workspace.core;
  const delivery = (await findDelivery(workspace.db.orm, { accountId, deliveryId: content[0]!.id }))!;
  const [picture] = await listDeliveryPictures(workspace.db.orm, delivery.id);
  return { delivery, picture: picture! };
}
const itemOf = (delivery: DeliveryRow, isCrop: boolean) => {
  const { screenshotId } = delivery.content.events[0]!;
  const message = alertMessage(delivery, workspace.core.links, [
    { screenshotId, isCrop, load: async () => null },
  ]);
  return message.items[0]!;
};

test('a message shows the area that changed until it was sent, even if the screenshot is deleted', async () => {
  const { db, core, work } = workspace;
  const { delivery, picture } = await changeOf(
    page(2_300, () => Buffer.alloc(width * 3, 9)),
    { top: 2_300 },
  );
  const { screenshotId, contentCheckId } = delivery.content.events[0]!;
  const change = `http://shotclock.test/api/v1/content-changes/${contentCheckId}`;
  expect(itemOf(delivery, true)).toMatchObject({
    picture: { link: `${change}/change/current` },
    data: {
      beforeUrl: `${change}/change/baseline`,
      afterUrl: `${change}/change/current`,
      diffUrl: `${change}/diff`,
      imageUrl: `http://shotclock.test/api/v1/screenshots/${screenshotId}/image`,
    },
  });
  const { message } = await getDelivery(core, { deliveryId: delivery.id });
  expect(message.items).toMatchObject([
    { pictureUrl: `${change}/change/current`, previousPictureUrl: `${change}/change/baseline` },
  ]);
  const preview = await previewAlertRule(core, { events: ['content.changed'] });
  expect(preview).toEqual({ source: 'CHECK', message });

  // The baseline of the next check also keeps the image.
  await db.orm.execute('update content_checks set subject = null, diff = null');
  await deleteScreenshot(core, { screenshotId });
  const sweepAll = async () => {
    await ageObjects(db, graceSeconds + 1);
    await sweepObjects({ db, objects: work.objects }, { graceSeconds });
  };
  await sweepAll();
  const file = await createPictureFile(core, picture);
  expect(file).toMatchObject({ name: `screenshot-${screenshotId}.png`, contentType: 'image/png' });
  // 100 rows and what surrounds them, scaled from a width of 1,600.
  expect(readImageHeader(file!.data)).toMatchObject({ format: 'png', width: 1_200, height: 300 });

  await db.orm.execute(`update deliveries set status = 'DELIVERED', completed_at = now()`);
  await sweepAll();
  expect(await createPictureFile(core, picture)).toBeNull();
});

test('without a known area, a picture is the top of the page; a photograph is a JPEG of at most 5 MB', async () => {
  const { delivery, picture } = await changeOf(
    page(0, () => randomBytes(width * 3)),
    null,
  );
  expect(itemOf(delivery, false).data).not.toHaveProperty('afterUrl');
  expect(itemOf(delivery, false).picture?.link).toBe(itemOf(delivery, false).data.imageUrl);
  const file = await createPictureFile(workspace.core, picture);
  expect(file).toMatchObject({ name: expect.stringMatching(/\.jpeg$/), contentType: 'image/jpeg' });
  expect(readImageHeader(file!.data)).toMatchObject({ format: 'jpeg', width: 1_200, height: 1_600 });
  expect(file!.data.length).toBeLessThan(5_000_000);
});
