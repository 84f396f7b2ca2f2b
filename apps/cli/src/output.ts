/**
 * Control characters, line and paragraph separators, and bidirectional overrides and isolates. A terminal would interpret
 * them.
 */
const unprintable = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Escapes unprintable characters as JSON does, so that strings in JSON output keep their values. */
const printable = (text: string): string =>
  text.replace(unprintable, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Where a command writes its results and reports errors and progress. */
export type Streams = {
  writeOut: (chunk: string | Uint8Array) => void;
  writeErr: (text: string) => void;
  /** Whether `writeErr` writes to a terminal, which can show progress in place. */
  isTerminal?: boolean;
};

/** Prints the results of a command. */
export type Output = {
  printLine: (line: string) => void;
  /** Prints rows with aligned columns. The first row contains the column names. */
  printTable: (rows: readonly (readonly string[])[]) => void;
  /** Prints to standard error, so that the note does not become part of the result. */
  printNote: (line: string) => void;
  streams: Streams;
};

export function createOutput(streams: Streams): Output {
  const printLine = (line: string) => streams.writeOut(`${printable(line)}\n`);
  return {
    streams,
    printLine,
    printNote: (line) => streams.writeErr(`${printable(line)}\n`),
    printTable: (rows) => {
      const cells = rows.map((row) => row.map(printable));
      const widths = cells[0]!.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
      for (const row of cells)
        printLine(
          row
            .map((cell, column) => cell.padEnd(widths[column]!))
            .join('  ')
            .trimEnd(),
        );
    },
  };
}
