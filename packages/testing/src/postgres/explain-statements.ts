import postgres, { type Sql } from 'postgres';

export type Statement = { text: string; parameters: unknown[] };

/** A node of a query plan, with the fields of `EXPLAIN (FORMAT JSON)` that tests need. */
export type PlanNode = {
  'Node Type': string;
  'Total Cost': number;
  'Relation Name'?: string;
  'Index Name'?: string;
  /** The number of rows per loop, if the plan was created with `analyze`. */
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
};

type Explained = { 'QUERY PLAN': [{ Plan: PlanNode }] }[];

/**
 * Returns the plans of statements without executing them.
 * @param options.generic returns generic plans, which a session may use for a prepared statement regardless of its parameters
 * @param options.analyze executes the statements one by one in a transaction that is rolled back, and adds the number of
 * rows they read
 */
export async function explainStatements(
  url: string,
  statements: Statement[],
  { generic = false, analyze = false } = {},
): Promise<PlanNode[]> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  const explain = `explain (format json, analyze ${analyze}, timing off)`;
  try {
    if (generic) await sql.unsafe('set plan_cache_mode = force_generic_plan');
    if (analyze) await sql.unsafe('begin');
    const plans: PlanNode[] = [];
    for (const { text, parameters } of statements) {
      const [row] = await (generic
        ? explainPrepared(sql, explain, { text, parameters })
        : sql.unsafe<Explained>(`${explain} ${text}`, parameters as string[]));
      plans.push(row!['QUERY PLAN'][0].Plan);
    }
    return plans;
  } finally {
    if (analyze) await sql.unsafe('rollback');
    await sql.end();
  }
}

async function explainPrepared(
  sql: Sql,
  explain: string,
  { text, parameters }: Statement,
): Promise<Explained> {
  await sql.unsafe(`prepare explained as ${text}`);
  const values = parameters.length === 0 ? '' : `(${parameters.map(literal).join()})`;
  const rows = await sql.unsafe<Explained>(`${explain} execute explained${values}`);
  await sql.unsafe('deallocate explained');
  return rows;
}

const literal = (value: unknown) => (value === null ? 'null' : `'${String(value).replaceAll("'", "''")}'`);
