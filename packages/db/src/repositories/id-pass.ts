/** The next rows of a table that a step of housekeeping looks at, in the order of their IDs. */
export type IdPass = {
  /** The ID after which the rows begin. */
  after: number;
  /** Maximum number of rows. */
  limit: number;
};

/** What a transaction did with the rows. */
export type PassedRows = {
  /** Number of rows that were deleted or changed. */
  deleted: number;
  /** The ID after which the next transaction begins; null when no rows are left. */
  last: number | null;
};

/** The last ID of rows that were selected with the limit of a pass; null when there were fewer. */
export const lastOf = (rows: readonly { id: string }[], limit: number): number | null =>
  rows.length < limit ? null : Number(rows.at(-1)!.id);
