import postgres from 'postgres';

export type Statement = { text: string; parameters: unknown[] };

/** A node of a plan, with the fields of `EXPLAIN (FORMAT JSON)` that tests need. */
export type PlanNode = {
  'Node Type': string;
  'Total Cost': number;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: PlanNode[];
};

/** Returns the plans of statements, which are not executed. */
export async function explainStatements(url: string, statements: Statement[]): Promise<PlanNode[]> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    const plans: PlanNode[] = [];
    for (const { text, parameters } of statements) {
      const [row] = await sql.unsafe<{ 'QUERY PLAN': [{ Plan: PlanNode }] }[]>(
        `explain (format json) ${text}`,
        parameters as string[],
      );
      plans.push(row!['QUERY PLAN'][0].Plan);
    }
    return plans;
  } finally {
    await sql.end();
  }
}
