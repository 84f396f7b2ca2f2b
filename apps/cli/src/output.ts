/** Control characters, separators of lines and paragraphs, and bidirectional overrides and isolates. A terminal would execute them. */
const unprintable = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** The text with its unprintable characters escaped as in JSON, whose strings therefore keep their values. */
const printable = (text: string): string =>
  text.replace(unprintable, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Writes one line to standard output. */
export function printLine(line: string): void {
  process.stdout.write(`${printable(line)}\n`);
}

/** Writes rows as a table with aligned columns, the first row being the names of the columns. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const cells = rows.map((row) => row.map(printable));
  const widths = cells[0]!.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  for (const row of cells)
    printLine(
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    );
}
