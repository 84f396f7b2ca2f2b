import { captureSettings, type ItemRequestBody, storedTags } from '@shotclock/contracts';
import type { NewItem } from '@shotclock/db';

/** The item that a request creates. */
export const newItem = ({ tags, ...settings }: ItemRequestBody): NewItem => ({
  settings: captureSettings(settings),
  tags: storedTags(tags),
});
