/** The state of the screen in the URL: which pages are edited. */
export type PageSettingsSearch = {
  /** IDs of items; all pages in the schedule if it is missing. */
  items?: number[];
};

export const parsePageSettingsSearch = ({ items }: Record<string, unknown>): PageSettingsSearch =>
  Array.isArray(items) && items.length > 0 && items.every((id) => Number.isSafeInteger(id) && id > 0)
    ? { items: items as number[] }
    : {};
