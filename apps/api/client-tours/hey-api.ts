import { client } from './generated/hey-api/client.gen.ts';
import {
  addScheduleItems,
  createSchedule,
  createScreenshot,
  deleteSchedule,
  getSchedule,
  getScreenshotImage,
  getWallet,
  listScheduleExecutions,
  listScreenshotActivity,
  runSchedule,
  topUpWallet,
  updateSchedule,
} from './generated/hey-api/sdk.gen.ts';
import type { Tour } from './tour.ts';

/** The tour with the client that @hey-api/openapi-ts generates. */
export const tour: Tour = async (origin, settleCaptures) => {
  client.setConfig({ baseUrl: origin });
  const throwOnError = true;
  const target = { url: 'https://example.com/', width: 800, height: 600 };
  const created = await createSchedule({
    throwOnError,
    body: { name: 'Tour', schedule: { type: 'CRON', cronExpression: '0 9 * * 1-5' }, items: [target] },
  });
  const { id } = created.data;
  await addScheduleItems({ throwOnError, path: { scheduleId: id }, body: [{ ...target, fullPage: true }] });
  const renamed = await updateSchedule({ throwOnError, path: { id }, body: { name: 'Renamed' } });
  const read = await getSchedule({ throwOnError, path: { id } });
  await runSchedule({ throwOnError, path: { id } });
  const waiting = await createScreenshot({
    throwOnError,
    body: target,
    headers: { Prefer: 'respond-async' },
  });
  await settleCaptures();
  const feed = await listScreenshotActivity({ throwOnError, query: { size: 3, sort: 'createdAt,desc' } });
  const image = await getScreenshotImage({ throwOnError, path: { screenshotId: waiting.data.id } });
  const executions = await listScheduleExecutions({ throwOnError, path: { scheduleId: id } });
  const before = await getWallet({ throwOnError });
  await topUpWallet({ throwOnError, body: { amount: 100 } });
  const after = await getWallet({ throwOnError });
  const deleted = await deleteSchedule({ throwOnError, path: { id } });
  const missing = await getSchedule({ path: { id } });
  return {
    renamed: renamed.data.name,
    items: read.data.items.length,
    accepted: waiting.response.status,
    feed: feed.data.content.map(({ status }) => status),
    imageBytes: image.data instanceof Blob ? image.data.size : 0,
    execution: executions.data.content[0]?.status,
    toppedUp: after.data.balance - before.data.balance,
    deleted: deleted.response.status,
    problem: missing.error?.code,
  };
};
