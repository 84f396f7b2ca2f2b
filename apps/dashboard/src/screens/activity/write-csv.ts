/** Maximum number of records in a CSV file. */
const maxRecords = 10_000;
const pageSize = 100;

type PageOf<Row> = { content: Row[]; totalPages: number };

/** Positions at which a formula could start: spreadsheets may split lines at semicolons, tabs or line breaks, and ignore quotes. */
const formulaStart = /(?<=^|[;\t\r\n])(?=[=+\-@＝＋－＠])|^(?=[\t\r\n])/g;

/** A line in the format of RFC 4180. Text that a spreadsheet would interpret as a formula is preceded by an apostrophe. */
export function csvLine(cells: readonly unknown[]): string {
  return cells
    .map((cell) => {
      const text = cell === null || cell === undefined ? '' : String(cell);
      const safe = typeof cell === 'string' ? text.replace(formulaStart, "'") : text;
      return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
    })
    .join(',');
}

/** Reads all pages of a list and saves them as a file. */
export async function saveCsv<Row extends object>(
  fileName: string,
  readPage: (page: number, size: number) => Promise<PageOf<Row>>,
): Promise<void> {
  const rows: Row[] = [];
  for (let page = 0, pages = 1; page < pages && rows.length < maxRecords; page += 1) {
    const { content, totalPages } = await readPage(page, pageSize);
    rows.push(...content);
    pages = totalPages;
  }
  const columns = Object.keys(rows[0] ?? {}) as (keyof Row)[];
  const lines = [
    csvLine(columns as string[]),
    ...rows.map((row) => csvLine(columns.map((name) => row[name]))),
  ];
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([`${lines.join('\r\n')}\r\n`], { type: 'text/csv' }));
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(link.href);
}
