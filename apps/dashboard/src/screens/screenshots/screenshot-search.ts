export const screenshotViews = ['image', 'text', 'html'] as const;
export type ScreenshotView = (typeof screenshotViews)[number];
export const screenshotModes = ['slider', 'split', 'onion', 'switch', 'difference', 'text', 'html'] as const;
export type ScreenshotMode = (typeof screenshotModes)[number];

/** `with` is the ID of the capture to compare with. */
export type ScreenshotSearch = {
  view?: ScreenshotView;
  with?: number;
  mode?: ScreenshotMode;
};

export function parseScreenshotSearch(search: Record<string, unknown>): ScreenshotSearch {
  const view = screenshotViews.find((one) => one === search.view);
  const mode = screenshotModes.find((one) => one === search.mode);
  const other = Number(search.with);
  return {
    ...(view && { view }),
    ...(mode && { mode }),
    ...(Number.isInteger(other) && other > 0 && { with: other }),
  };
}
