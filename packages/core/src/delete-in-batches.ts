const batch = 1_000;

/**
 * Deletes rows until a batch is not full or the signal aborts. Returns the number of deleted rows.
 * @param deleteBatch deletes at most `limit` rows in its own transaction, and returns their number
 */
export async function deleteInBatches(
  deleteBatch: (limit: number) => Promise<number>,
  signal?: AbortSignal,
): Promise<number> {
  let total = 0;
  for (let more = true; more && !signal?.aborted; ) {
    const deleted = await deleteBatch(batch);
    total += deleted;
    more = deleted === batch;
  }
  return total;
}
