import type { Schema } from './openapi.ts';

/** Returns the type of a schema as Markdown. Named schemas are links to `schemas.md`. */
export function typeText(schema: Schema): string {
  if (schema.$ref) return schemaLink(schema.$ref);
  if (schema.anyOf) return schema.anyOf.map(typeText).join(' or ');
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(', ');
  const types = [schema.type ?? 'any'].flat();
  return types.map((type) => typeName(type, schema)).join(' or ');
}

function typeName(type: string, schema: Schema): string {
  if (type === 'array')
    return `array${limits(schema.minItems, schema.maxItems, 'items')} of ${itemText(schema)}`;
  if (type === 'string') return `string${limits(schema.minLength, schema.maxLength, 'characters')}`;
  if (type === 'integer' || type === 'number') return `${type}${limits(schema.minimum, schema.maximum)}`;
  if (type === 'object' && typeof schema.additionalProperties === 'object')
    return `object of ${typeText(schema.additionalProperties)}`;
  return type;
}

const itemText = ({ items }: Schema) => (items ? typeText(items) : 'any');

function limits(least: number | undefined, most: number | undefined, unit = ''): string {
  const bounds =
    least !== undefined && most !== undefined
      ? `${least} to ${most}`
      : least !== undefined && least > 0
        ? `at least ${least}`
        : most !== undefined
          ? `at most ${most}`
          : '';
  return bounds === '' ? '' : ` (${bounds}${unit && ` ${unit}`})`;
}

const schemaLink = (ref: string) => {
  const name = ref.split('/').at(-1)!;
  return `[${name}](schemas.md#${name.toLowerCase()})`;
};

/** Returns the fields of an object as a Markdown table, nested objects included. An empty string if there are none. */
export function fieldTable(schema: Schema): string {
  const rows = fieldRows(schema);
  return rows.length === 0
    ? ''
    : ['| Field | Type | Description |', '| --- | --- | --- |', ...rows].join('\n');
}

function fieldRows(schema: Schema, prefix = ''): string[] {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const notes = [
      field.description ?? '',
      required.has(name) ? '' : 'Optional.',
      field.default === undefined ? '' : `Default: \`${JSON.stringify(field.default)}\`.`,
    ];
    const path = `${prefix}${name}`;
    const own = `| \`${path}\` | ${cell(typeText(field))} | ${cell(notes.filter(Boolean).join(' '))} |`;
    return [own, ...fieldRows(field, `${path}.`), ...fieldRows(field.items ?? {}, `${path}[].`)];
  });
}

/** Makes a text fit into one cell of a Markdown table. The items of a list become sentences. */
export const cell = (text: string): string =>
  text
    .replaceAll(/\n+- /g, ' ')
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|');
