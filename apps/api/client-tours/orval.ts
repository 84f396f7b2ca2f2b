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
} from './generated/orval.ts';
import type { Tour } from './tour.ts';

/** The response, which must have this status. Its type is that of the status. */
function withStatus<R extends { status: number }, S extends R['status']>(
  response: R,
  status: S,
): Extract<R, { status: S }> {
  if (response.status !== status) throw new Error(`the status is ${response.status} instead of ${status}`);
  return response as Extract<R, { status: S }>;
}

/** The tour with the client that orval generates, for the server address with which it was generated. */
export const tour: Tour = async (_origin, settleCaptures) => {
  const target = { url: 'https://example.com/', width: 800, height: 600 };
  const created = withStatus(
    await createSchedule({
      name: 'Tour',
      schedule: { type: 'CRON', cronExpression: '0 9 * * 1-5' },
      items: [target],
    }),
    201,
  );
  const { id } = created.data;
  withStatus(await addScheduleItems(id, [{ ...target, fullPage: true }]), 201);
  const renamed = withStatus(await updateSchedule(id, { name: 'Renamed' }), 200);
  const read = withStatus(await getSchedule(id), 200);
  withStatus(await runSchedule(id), 202);
  const waiting = withStatus(await createScreenshot(target, { headers: { Prefer: 'respond-async' } }), 202);
  await settleCaptures();
  const feed = withStatus(await listScreenshotActivity({ size: 3, sort: 'createdAt,desc' }), 200);
  const image = withStatus(await getScreenshotImage(waiting.data.id), 200);
  const executions = withStatus(await listScheduleExecutions(id), 200);
  const before = withStatus(await getWallet(), 200);
  withStatus(await topUpWallet({ amount: 100 }), 201);
  const after = withStatus(await getWallet(), 200);
  const deleted = withStatus(await deleteSchedule(id), 204);
  const missing = withStatus(await getSchedule(id), 404);
  return {
    renamed: renamed.data.name,
    items: read.data.items.length,
    accepted: waiting.status,
    feed: feed.data.content.map(({ status }) => status),
    imageBytes: image.data.size,
    execution: executions.data.content[0]?.status,
    toppedUp: after.data.balance - before.data.balance,
    deleted: deleted.status,
    problem: missing.data.code,
  };
};
