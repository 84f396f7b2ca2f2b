import { type JsonWriter, joinPieces, mismatch, type Write } from './json-writer.ts';

export type Field = JsonWriter & { name: string; required: boolean };
type Fields = Record<string, unknown>;

/** Writes the fields in the order of the schema, so that equal objects have equal texts. The first field must be required. */
export function objectWriter(fields: readonly Field[], path: string): JsonWriter {
  const prefixes = fields.map(({ name }, index) => `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`);
  if (fields[0] && !fields[0].required)
    throw new TypeError(`the first field of a response must be required: ${path}/${fields[0].name}`);
  const required = fields.filter((field) => field.required).length;
  const names = new Set(fields.map(({ name }) => name));

  function read(value: unknown): Fields {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw mismatch(path, 'an object');
    return value as Fields;
  }

  function assertPermitted(value: Fields): void {
    if (Object.keys(value).length === required) return;
    for (const name of Object.keys(value))
      if (!names.has(name) && value[name] !== undefined) throw mismatch(`${path}/${name}`, 'absent');
  }

  function isAbsent({ name, required }: Field, value: unknown): boolean {
    if (value !== undefined) return false;
    if (required) throw mismatch(`${path}/${name}`, 'present');
    return true;
  }

  const write: Write = (value) => {
    const object = read(value);
    let text = fields.length === 0 ? '{' : '';
    for (let index = 0; index < fields.length; index += 1) {
      const field = fields[index]!;
      const one = object[field.name];
      if (!isAbsent(field, one)) text += prefixes[index] + field.write(one);
    }
    assertPermitted(object);
    return `${text}}`;
  };
  if (!fields.some(({ pieces }) => pieces)) return { write };

  function* pieces(value: unknown, before: string): Generator<string, string> {
    const object = read(value);
    assertPermitted(object);
    let text = before;
    for (const [index, field] of fields.entries()) {
      const one = object[field.name];
      if (isAbsent(field, one)) continue;
      text += prefixes[index];
      if (field.pieces) text = yield* field.pieces(one, text);
      else text += field.write(one);
    }
    return `${text}}`;
  }
  return { write: joinPieces(pieces), pieces };
}

/** Writes an object with any names, whose values `write` permits. */
export function recordWriter(write: Write, path: string): Write {
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw mismatch(path, 'an object');
    const fields = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}:${write(one)}`);
    return `{${fields.join()}}`;
  };
}
