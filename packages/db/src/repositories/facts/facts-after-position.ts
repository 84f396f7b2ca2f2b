// Parts of a statement that takes the facts after a consumer's position, in the commit-safe order of ADR 80. The CTE
// `position` of the statement must lock and return the consumer's row (`before` and other columns). It must be empty
// while another process takes facts for the consumer.
import { type SQL, sql } from 'drizzle-orm';
import { type countedFacts, facts, type matchedFacts } from '../../schema/facts.ts';

/**
 * The CTEs `bounds` (the row of `position`, and the end `until` of its range) and `taken` (the facts in that range). A
 * transaction's facts are taken together, once all transactions that began before its end have ended.
 * @param options.columns the columns of `taken`, which come from the facts `f`
 * @param options.limit number of facts after which no more transactions are taken
 */
export const factsAfterPosition = ({ columns, limit }: { columns: SQL; limit: number }): SQL => sql`
    bounds as materialized (
      select position.*, least(pg_snapshot_xmin(pg_current_snapshot()), (
        select transaction from ${facts} where transaction > (
          select transaction from ${facts} where transaction >= position.before order by transaction offset ${limit - 1} limit 1
        ) order by transaction limit 1
      )) as until from position
    ), taken as materialized (
      select ${columns} from bounds cross join lateral (
        select * from ${facts} f where f.transaction >= bounds.before and f.transaction < bounds.until
      ) f
    )`;

/**
 * The statement that moves the position to the end of `taken`, if it contains facts.
 * @param more assigns other columns, starting with a comma
 */
export const movePosition = (consumer: typeof countedFacts | typeof matchedFacts, more = sql``): SQL => sql`
  update ${consumer} set before = bounds.until${more} from bounds where exists (select from taken)`;
