/** The comparison modes, in the order of the keys 1 to 7. */
export const compareModes = ['slider', 'split', 'onion', 'switch', 'difference', 'text', 'html'] as const;
export type CompareMode = (typeof compareModes)[number];

/** The state in the URL. A copied link restores it. */
export type HistorySearch = {
  /** ID of the selected capture; the newest one when omitted. */
  at?: number;
  /** ID of the capture that the selected capture is compared with. */
  with?: number;
  mode?: CompareMode;
};

const idOf = (given: unknown): number | undefined =>
  Number.isInteger(Number(given)) && Number(given) > 0 ? Number(given) : undefined;

export function parseHistorySearch(search: Record<string, unknown>): HistorySearch {
  const at = idOf(search.at);
  const other = idOf(search.with);
  const mode = compareModes.find((one) => one === search.mode);
  return { ...(at && { at }), ...(other && { with: other }), ...(mode && { mode }) };
}
