/** The next rows of a table, in ID order, that a housekeeping step examines. */
export type IdPass = {
  /** The rows start after this ID. */
  after: number;
  /** Maximum number of rows. */
  limit: number;
};

/** The result of a transaction for the rows. */
export type PassedRows = {
  /** Number of rows that were deleted or changed. */
  deleted: number;
  /** The ID after which the rows of the next transaction start; null if no rows are left. */
  last: number | null;
};

/** The last ID of rows that were selected with the limit of a pass; null if there were fewer rows. */
export const lastOf = (rows: readonly { id: string }[], limit: number): number | null =>
  rows.length < limit ? null : Number(rows.at(-1)!.id);
