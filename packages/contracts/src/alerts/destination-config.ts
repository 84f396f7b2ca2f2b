import { type Static, type TSchema, Type } from '@sinclair/typebox';
import type { FieldError } from '../field-error.ts';
import { type DestinationKindName, destinationKindTable } from './destination-kind-table.ts';

const kinds = Object.entries(destinationKindTable);
/** The fields of all kinds. `destinationConfigErrors` checks which of them a kind has. */
const allFields: Record<string, TSchema> = Object.fromEntries(
  kinds.flatMap(([, { fields }]) =>
    Object.entries(fields).map(([name, schema]) => [name, Type.Optional(schema)]),
  ),
);

const fieldsOfKinds = kinds
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

/**
 * The errors in the configuration of a kind that its schema cannot express.
 * @param options.isChange whether fields that are not given keep their values
 */
export function destinationConfigErrors(
  kind: DestinationKindName,
  config: Partial<DestinationConfig>,
  { isChange }: { isChange: boolean },
): FieldError[] {
  const fields: Record<string, TSchema> = destinationKindTable[kind].fields;
  const known = Object.keys(fields);
  const required = Type.Object(fields).required ?? [];
  const foreign = Object.keys(config).filter((name) => !known.includes(name));
  const missing = isChange ? [] : required.filter((name) => config[name] === undefined);
  return [
    ...foreign.map((name) => at(name, 'unknown_field', `is not a field of ${kind} destinations`)),
    ...missing.map((name) => at(name, 'required', 'is required')),
    ...secretErrors(config),
  ];
}

function secretErrors({ secret }: Partial<DestinationConfig>): FieldError[] {
  if (secret === undefined || isWebhookSecret(secret)) return [];
  return [at('secret', 'invalid_text', 'must be whsec_ and 24 to 64 bytes in Base64')];
}

/** Standard Webhooks 1.0, section "Signature scheme". */
function isWebhookSecret(text: string): boolean {
  const [, base64] =
    /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/.exec(text) ?? [];
  if (base64 === undefined) return false;
  const bytes = (base64.length / 4) * 3 - (base64.match(/=/g) ?? []).length;
  return bytes >= 24 && bytes <= 64;
}

const at = (name: string, code: string, message: string): FieldError => ({
  path: `/config/${name}`,
  code,
  message,
});
