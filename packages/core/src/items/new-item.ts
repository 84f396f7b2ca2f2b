import { captureSettings, explicitSettings, type ItemRequestBody, storedTags } from '@shotclock/contracts';
import type { NewItem } from '@shotclock/db';

/** The item created by a request. */
export const newItem = ({ tags, ...settings }: ItemRequestBody): NewItem => ({
  settings: captureSettings(settings),
  explicit: explicitSettings(settings),
  tags: storedTags(tags),
});
