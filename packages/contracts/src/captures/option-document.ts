// Generates the table of options in docs/captures.md from `captureOptionTable`. `pnpm docs:options` writes it to the
// document.
import { captureOptionTable } from './capture-option-table.ts';
import { type CaptureOptionName, captureOptionNames } from './capture-options.ts';

export const optionsFile = new URL('../../../../docs/captures.md', import.meta.url);

const [start, end] = [
  '<!-- Generated from packages/contracts/src/captures/capture-option-table.ts by `pnpm docs:options`. -->\n',
  '<!-- End of the generated table. -->\n',
];

/** Returns the document with the current table of options. */
export function withOptionTable(document: string): string {
  const [first, last] = [document.indexOf(start), document.indexOf(end)];
  if (first === -1 || last < first)
    throw new Error('The document does not contain the markers of the option table.');
  return `${document.slice(0, first + start.length)}\n${optionTable()}\n${document.slice(last)}`;
}

/** A Markdown table whose columns are aligned, as the formatter requires. */
function optionTable(): string {
  const rows = [['option', 'values', 'default', 'meaning'], ...captureOptionNames.map(row)];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((cells) => cells[column]!.length)));
  const line = (cells: string[], fill: string) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!, fill)).join(' | ')} |\n`;
  const [heading, ...options] = rows.map((cells) => line(cells, ' '));
  return [heading, line(['', '', '', ''], '-'), ...options].join('');
}

function row(name: CaptureOptionName): string[] {
  const option: (typeof captureOptionTable)[CaptureOptionName] & { ofDevice?: unknown } =
    captureOptionTable[name];
  const { schema, default: value, ofDevice, example } = option;
  const standard = value === null ? '' : `\`${value}\`${ofDevice ? ", or the device's" : ''}`;
  return [`\`${name}\``, valuesOf(schema as Keywords, example), standard, schema.description ?? ''];
}

type Keywords = {
  type?: string;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  properties?: object;
  items?: Keywords;
};

function valuesOf(
  { type, enum: values, minimum, maximum, properties, items }: Keywords,
  example: unknown,
): string {
  const list = (words: string[]) => words.map((word) => `\`${word}\``).join(', ');
  if (values && values.length > 30) return `${values.length} names, such as \`${example}\``;
  if (type === 'array') return `list of ${items?.enum ? list(items.enum) : 'strings'}`;
  if (values) return list(values);
  if (properties) return list(Object.keys(properties));
  if (minimum !== undefined) return `${minimum}–${maximum}`;
  return type === 'boolean' ? list(['true', 'false']) : 'string';
}
