import type { Feed } from '@shotclock/contracts';
import type { FeedRow } from '@shotclock/db';

export const feedResource = ({ id, name, scheduleId, createdAt }: FeedRow): Feed => ({
  id,
  name,
  scheduleId,
  createdAt: createdAt.toISOString(),
});
