import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import {
  CreateScheduleBody,
  Id,
  ItemRequestBody,
  Nullable,
  UpdateItemComparison,
} from '@shotclock/contracts';
import { StartError } from '@shotclock/runtime/start-error';
import { Type } from '@sinclair/typebox';
import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { type Fault, schemaFaults } from '../schema-faults.ts';
import type { Entry } from './schedule-spec.ts';

const ItemBody = Type.Object(
  { ...ItemRequestBody.properties, comparison: Type.Optional(Nullable(UpdateItemComparison)) },
  { additionalProperties: false },
);
export const EntryBody = Type.Object(
  {
    id: Type.Optional(Id('ID of the schedule, which identifies it instead of its name.')),
    paused: Type.Optional(Type.Boolean({ description: 'Whether the schedule is paused.' })),
    ...CreateScheduleBody.properties,
    items: Type.Optional(Type.Array(ItemBody)),
  },
  { additionalProperties: false },
);
const FileBody = Type.Object({ schedules: Type.Array(EntryBody) }, { additionalProperties: false });

export type ScheduleFile = {
  entries: Entry[];
  /** Returns an error whose message contains the position of each fault in the file. */
  error(faults: Fault[]): StartError;
};

/**
 * Reads the schedules in a YAML file, or in standard input (`-`).
 * @throws StartError with the line and column of each fault
 */
export async function readScheduleFile(file: string): Promise<ScheduleFile> {
  const name = file === '-' ? 'standard input' : file;
  const source = await (file === '-' ? text(process.stdin) : readFile(file, 'utf8')).catch(
    (error: NodeJS.ErrnoException) => {
      throw new StartError(`${name} cannot be read (${error.code}).`, { cause: error });
    },
  );
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${name}:${line}:${col}`;
  };
  if (document.errors.length > 0)
    throw new StartError(document.errors.map(({ pos, message }) => `${at(pos[0])}: ${message}`).join('\n'));
  const error = (faults: Fault[]) =>
    new StartError(
      faults
        .map(({ path, message }) => ({ offset: offsetOf(document, path), text: fieldText(path) + message }))
        .toSorted((a, b) => a.offset - b.offset)
        .map(({ offset, text }) => `${at(offset)}: ${text}`)
        .join('\n'),
    );
  if (!isMap(document.contents))
    throw error([
      { path: '', message: 'must contain a list `schedules`; `shotclock export` prints such a file' },
    ]);
  const content: unknown = document.toJS();
  const faults = schemaFaults(FileBody, content);
  if (faults.length > 0) throw error(faults);
  const { schedules } = content as { schedules: Entry[] };
  const repeated = repeatedNames(schedules);
  if (repeated.length > 0) throw error(repeated);
  return { entries: schedules, error };
}

function repeatedNames(entries: Entry[]): Fault[] {
  const fields = entries.map(({ id, name }) => (id === undefined ? { name } : { id }));
  return fields.flatMap((field, index) => {
    const isFirst = fields.findIndex((other) => isDeepStrictEqual(other, field)) === index;
    const path = `/schedules/${index}/${Object.keys(field)[0]}`;
    return isFirst ? [] : [{ path, message: 'is used by another schedule in this file' }];
  });
}

const fieldText = (path: string): string => {
  const names = path.split('/').slice(3);
  return names.length === 0 ? '' : `${names.join('.')} `;
};

/** Returns the position of the field at a path, or of the object that lacks the field. */
function offsetOf(document: Document, path: string): number {
  let node: unknown = document.contents;
  let offset = 0;
  for (const token of path.split('/').slice(1)) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === name);
      if (!pair) return offset;
      if (isNode(pair.key) && pair.key.range) offset = pair.key.range[0];
      node = pair.value;
    } else {
      node = isSeq(node) ? node.items[Number(name)] : undefined;
      if (!isNode(node)) return offset;
      offset = node.range?.[0] ?? offset;
    }
  }
  return offset;
}
