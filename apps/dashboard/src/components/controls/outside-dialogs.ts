import type { HotkeyItem } from '@mantine/hooks';

/** Dialogs and slider handles process keys themselves. */
const elsewhere = '[role="dialog"], [role="slider"]';

/** A shortcut that is inactive in dialogs. */
export const outsideDialogs = ([key, act]: [string, () => void]): HotkeyItem => [
  key,
  ({ target }) => {
    if (!(target instanceof Element && target.closest(elsewhere))) act();
  },
];
