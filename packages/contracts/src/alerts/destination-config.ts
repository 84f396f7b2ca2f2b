import { type Static, type TSchema, Type } from '@sinclair/typebox';
import type { FieldError } from '../field-error.ts';
import {
  type DestinationKindName,
  destinationKindRow,
  destinationKindTable,
} from './destination-kind-table.ts';

const kinds = Object.entries(destinationKindTable);
const fieldsOf = (kind: DestinationKindName): Record<string, TSchema> => destinationKindRow(kind).fields;

/** The fields of all kinds. `destinationConfigErrors` checks which of them a kind has. */
const allFields: Record<string, TSchema> = Object.fromEntries(
  kinds.flatMap(([, { fields }]) => Object.keys(fields)).map((name) => [name, Type.Optional(schemaOf(name))]),
);

/** The schema of a field, whose constraints are equal in all kinds. Its description contains those of the kinds. */
function schemaOf(name: string): TSchema {
  const rows = kinds.flatMap(([kind, row]) => {
    const schema = (row.fields as Record<string, TSchema>)[name];
    return schema ? [{ kind, schema }] : [];
  });
  const description = rows.map(({ kind, schema }) => `\`${kind}\`: ${schema.description}`).join(' ');
  return { ...rows[0]!.schema, description };
}

const fieldsOfKinds = kinds
  .filter(([, { fields }]) => Object.keys(fields).length > 0)
  .map(([kind, { fields }]) => `\`${kind}\`: ${Object.keys(fields).join(', ')}`)
  .join('; ');

export const DestinationConfig = Type.Unsafe<Record<string, string>>(
  Type.Object(allFields, {
    title: 'DestinationConfig',
    additionalProperties: false,
    description: `Address and secrets, which are stored encrypted and which no response contains. Fields of each kind: ${fieldsOfKinds}.`,
    examples: [{ url: 'https://hooks.example.com/shotclock' }],
  }),
);
export type DestinationConfig = Static<typeof DestinationConfig>;

/** The fields that a new destination of a kind requires. */
export const requiredConfigFields = (kind: DestinationKindName): string[] =>
  Type.Object(fieldsOf(kind)).required ?? [];

/**
 * The errors in the configuration of a kind that its schema cannot express.
 * @param options.isChange whether fields that are not given keep their values
 */
export function destinationConfigErrors(
  kind: DestinationKindName,
  config: Partial<DestinationConfig>,
  { isChange }: { isChange: boolean },
): FieldError[] {
  const known = Object.keys(fieldsOf(kind));
  const foreign = Object.keys(config).filter((name) => !known.includes(name));
  const needed = isChange ? [] : [...requiredConfigFields(kind), ...alternativeFields(kind, config)];
  const missing = needed.filter((name) => config[name] === undefined);
  const rules = Object.entries(destinationKindRow(kind).rules ?? {}).filter(
    ([name, { isValid }]) => config[name] !== undefined && !isValid(config[name]),
  );
  return [
    ...foreign.map((name) => at(name, 'unknown_field', `is not a field of ${kind} destinations`)),
    ...missing.map((name) => at(name, 'required', 'is required')),
    ...rules.map(([name, { message }]) => at(name, 'invalid_text', message)),
  ];
}

/** The set of fields that a configuration has begun, or else the last one. */
function alternativeFields(kind: DestinationKindName, config: Partial<DestinationConfig>): readonly string[] {
  const { alternatives = [] } = destinationKindRow(kind);
  const begun = alternatives.find((fields) => fields.some((name) => config[name] !== undefined));
  return begun ?? alternatives.at(-1) ?? [];
}

const at = (name: string, code: string, message: string): FieldError => ({
  path: `/config/${name}`,
  code,
  message,
});
