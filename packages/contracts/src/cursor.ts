import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

/** The sort value and the ID of the last record on a page. Times are in ISO-8601. */
export type Position = { value: string | number; id: number };

/** How far a client has read a list. */
export type Cursor = {
  /** The last record read; null before the first page. */
  after: Position | null;
  /** Number of pages read. */
  page: number;
  /** Number of records when the first page was read. */
  total: number;
  /** Identifies the order and the filters of the list. */
  selection: string;
};

const count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Fields = Type.Tuple([Type.String(), count, count, count, Type.Union([count, Type.String()])]);

/** Encodes a cursor as URL-safe text of at most 256 characters. */
export function encodeCursor({ selection, page, total, after }: Cursor & { after: Position }): string {
  const fields: Static<typeof Fields> = [selection, page, total, after.id, after.value];
  return Buffer.from(JSON.stringify(fields)).toString('base64url');
}

/**
 * Parses the text of a cursor. An empty text refers to the start of the list. Returns null if the text is not a cursor.
 */
export function parseCursor(text: string, selection: string): Cursor | null {
  if (text === '') return { after: null, page: 0, total: 0, selection };
  const fields = parseJson(Buffer.from(text, 'base64url').toString());
  if (!Value.Check(Fields, fields)) return null;
  const [given, page, total, id, value] = fields;
  if (typeof value === 'string' && !isTime(value)) return null;
  return { after: { value, id }, page, total, selection: given };
}

/** Whether the text is a time in the format of `toISOString()`, in the years 1 to 9999. */
function isTime(text: string): boolean {
  const time = new Date(text);
  return /^(?!0000)\d{4}-/.test(text) && !Number.isNaN(time.getTime()) && time.toISOString() === text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
