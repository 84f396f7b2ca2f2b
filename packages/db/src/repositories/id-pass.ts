/** The next rows of a table, in ID order, that a housekeeping step checks. */
export type IdPass = {
  /** Only rows with greater IDs than this are read. */
  after: number;
  /** Maximum number of rows. */
  limit: number;
};

/** The result of a transaction that has processed these rows. */
export type PassedRows = {
  /** Number of rows that were deleted or changed. */
  deleted: number;
  /** The ID after which the next transaction continues; null if no rows are left. */
  last: number | null;
};

/** The last ID among rows that were selected with a pass's limit; null if there were fewer rows. */
export const lastOf = (rows: readonly { id: string }[], limit: number): number | null =>
  rows.length < limit ? null : Number(rows.at(-1)!.id);
