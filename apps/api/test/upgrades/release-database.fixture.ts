// The database of a release in a SQL file: its header lists the release's migrations, its comments the responses of the release's API, and its
// statements restore the rows. The schema comes from the migrations, which never change after a release.
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate } from '@shotclock/db';
import postgres, { type Sql } from 'postgres';

const migrations = fileURLToPath(new URL('migrations', import.meta.resolve('@shotclock/db')));
const journalFile = 'meta/_journal.json';
/** `-- 0000_initial HASH` */
const migrationLine = /^-- (\d{4}_\S+) ([0-9a-f]{64})$/gm;
/** `-- GET /api/v1/schedules/1 {"id":1}` */
const responseLine = /^-- GET (\/api\/v1\/\S+) (.+)$/gm;

/** What the release's API returned for a GET request. */
export type RecordedResponse = { path: string; body: object };

/** The rows of each table. */
export type RowCounts = Record<string, number>;

/**
 * Returns the SQL file of a database.
 * @param options.responses responses of the API with this database
 */
export async function dumpDatabase(
  url: string,
  options: { version: string; responses: RecordedResponse[] },
): Promise<string> {
  const { version, responses } = options;
  const { entries } = await readJournal(migrations);
  const sql = postgres(url, { max: 1 });
  try {
    const hashes = await sql<{ hash: string }[]>`
      select hash from drizzle.__drizzle_migrations order by created_at`;
    const tables = await readTables(sql);
    const quoted = Object.keys(tables).map((name) => `"${name}"`);
    return [
      `-- The database of Shotclock ${version}, for upgrades.test.ts. Migrations:`,
      ...hashes.map(({ hash }, index) => `-- ${entries[index]!.tag} ${hash}`),
      '-- Responses of its API:',
      ...responses.map(({ path, body }) => `-- GET ${path} ${JSON.stringify(body)}`),
      '',
      '-- Without triggers and foreign keys.',
      'set session_replication_role = replica;',
      `truncate ${quoted.join(', ')};`,
      ...(await Promise.all(Object.entries(tables).map((table) => insertStatement(sql, ...table)))),
      ...(await sequenceStatements(sql)),
      'set session_replication_role = origin;',
      '',
    ].join('\n');
  } finally {
    await sql.end();
  }
}

async function readJournal(folder: string): Promise<{ entries: { tag: string }[] }> {
  return JSON.parse(await readFile(join(folder, journalFile), 'utf8'));
}

/** The columns of each table, except generated ones. */
async function readTables(sql: Sql): Promise<Record<string, string[]>> {
  const columns = await sql<{ table: string; name: string }[]>`
    select table_name as table, column_name as name
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
    order by table_name, ordinal_position`;
  const tables: Record<string, string[]> = {};
  for (const { table, name } of columns) tables[table] = [...(tables[table] ?? []), `"${name}"`];
  return tables;
}

async function insertStatement(sql: Sql, table: string, columns: string[]): Promise<string> {
  const list = columns.join(', ');
  const rows = await sql.unsafe<{ row: string }[]>(
    `select row_to_json(found)::text as row from (select ${list} from "${table}" order by 1) found`,
  );
  if (rows.length === 0) return `-- No rows in ${table}.`;
  const json = rows.map(({ row }) => row.replaceAll("'", "''")).join(',\n');
  return `insert into "${table}" (${list}) overriding system value select ${list} from json_populate_recordset(null::"${table}", '[\n${json}\n]');`;
}

async function sequenceStatements(sql: Sql): Promise<string[]> {
  const sequences = await sql<{ name: string; value: string }[]>`
    select quote_ident(sequencename) as name, last_value as value
    from pg_sequences where schemaname = 'public' and last_value is not null order by 1`;
  return sequences.map(({ name, value }) => `select setval('${name}', ${value});`);
}

/**
 * Restores the file's database in an empty one, and returns the number of rows of each table.
 * @throws Error if a migration of the release has changed
 */
export async function restoreDatabase(url: string, file: string): Promise<RowCounts> {
  const applied = [...file.matchAll(migrationLine)].map(([, name, hash]) => ({ name: name!, hash: hash! }));
  const folder = await mkdtemp(join(tmpdir(), 'shotclock-migrations-'));
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    await cp(migrations, folder, { recursive: true });
    const journal = await readJournal(folder);
    const entries = journal.entries.slice(0, applied.length);
    await writeFile(join(folder, journalFile), JSON.stringify({ ...journal, entries }));
    await migrate(url, folder);
    const found = await sql<{ hash: string }[]>`
      select hash from drizzle.__drizzle_migrations order by created_at`;
    for (const [index, { name, hash }] of applied.entries())
      if (found[index]?.hash !== hash) throw new Error(`the released migration ${name} has changed`);
    await sql.unsafe(file);
    return await countRows(sql);
  } finally {
    await sql.end();
    await rm(folder, { recursive: true });
  }
}

async function countRows(sql: Sql): Promise<RowCounts> {
  const names = Object.keys(await readTables(sql));
  const counts = names.map((name) => `select '${name}' as name, count(*)::int as rows from "${name}"`);
  const rows = await sql.unsafe<{ name: string; rows: number }[]>(counts.join(' union all '));
  return Object.fromEntries(rows.map(({ name, rows }) => [name, rows]));
}

/** The number of rows of each table now. */
export async function readRowCounts(url: string): Promise<RowCounts> {
  const sql = postgres(url, { max: 1 });
  try {
    return await countRows(sql);
  } finally {
    await sql.end();
  }
}

/** The responses in the file. */
export function recordedResponses(file: string): RecordedResponse[] {
  return [...file.matchAll(responseLine)].map(([, path, body]) => ({
    path: path!,
    body: JSON.parse(body!) as object,
  }));
}
