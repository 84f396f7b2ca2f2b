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

export type Explainer = {
  /**
   * Returns the plans of statements without executing them.
   * @param options.generic returns generic plans, which a session may use for a prepared statement regardless of its parameters
   * @param options.analyze executes the statements one by one in a transaction that is rolled back, and adds the number of
   * rows they read
   */
  explain(statements: Statement[], options?: { generic?: boolean; analyze?: boolean }): Promise<PlanNode[]>;
  close(): Promise<void>;
};

/** Opens a connection that explains statements. A new connection takes longer than most of the explanations. */
export function openExplainer(url: string): Explainer {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  return {
    async explain(statements, { generic = false, analyze = false } = {}) {
      const explain = `explain (format json, analyze ${analyze}, timing off)`;
      await sql.unsafe(`set plan_cache_mode = ${generic ? 'force_generic_plan' : 'auto'}`);
      if (analyze) await sql.unsafe('begin');
      try {
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
      }
    },
    close: () => sql.end(),
  };
}

/** Explains statements as `openExplainer` does, on a connection of their own. */
export async function explainStatements(
  url: string,
  ...[statements, options]: Parameters<Explainer['explain']>
): Promise<PlanNode[]> {
  const explainer = openExplainer(url);
  try {
    return await explainer.explain(statements, options);
  } finally {
    await explainer.close();
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
