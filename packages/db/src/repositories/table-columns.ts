import { getTableColumns, type InferSelectModel, type SQL, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import type { PgTable } from 'drizzle-orm/pg-core';

/** All columns of a table, for prepared statements whose rows Drizzle does not read. */
export function tableColumns<Table extends PgTable>(table: Table) {
  const columns = Object.entries(getTableColumns(table));
  const columnNames = columns.map(([name]) => toSnakeCase(name));
  const read = (valueAt: (index: number) => unknown) => {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < columns.length; index += 1) {
      const [name, column] = columns[index]!;
      const value = valueAt(index);
      row[name] = value === null ? null : column.mapFromDriverValue(value);
    }
    return row as InferSelectModel<Table>;
  };
  return {
    /** The columns of the table, in the order that `read` expects. `name` is the table's name in the statement. */
    of: (name: SQL): SQL =>
      sql.join(
        columnNames.map((column) => sql`${name}.${sql.identifier(column)}`),
        sql`, `,
      ),
    /** Reads the row whose first column is at index `first`. */
    read: (values: readonly unknown[], first = 0) => read((index) => values[first + index]),
    /** Reads a row that the statement returns as `to_json(row)`. */
    readJson: (row: Readonly<Record<string, unknown>>) => read((index) => row[columnNames[index]!]),
  };
}
