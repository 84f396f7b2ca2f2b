// Valid configurations of all kinds whose values are unique, so that a search for them finds leaks. Kinds and fields come from
// `destinationKindTable`.
import { randomBytes } from 'node:crypto';
import {
  type DestinationKindName,
  destinationAddressFields,
  destinationConfigErrors,
  destinationKindRow,
} from '@shotclock/contracts';
import type { StoredConfig } from '../src/index.ts';

export type CanaryConfig = {
  kind: DestinationKindName;
  config: StoredConfig;
  /** The secret parts of the values. */
  canaries: string[];
  /** What a receiver can repeat: the segments of addresses, and other values as a whole. */
  repeated: string[];
};

/**
 * Configurations of a kind: one for each set of alternative fields, with all other fields.
 * @param origin where all addresses of the configurations point to
 */
export function canaryConfigs(kind: DestinationKindName, origin: string): CanaryConfig[] {
  const { fields, alternatives = [] } = destinationKindRow(kind);
  const names = Object.keys(fields);
  const sets = alternatives.length === 0 ? [[]] : alternatives;
  return sets.map((chosen) => {
    const used = names.filter(
      (name) => chosen.includes(name) || !alternatives.some((one) => one.includes(name)),
    );
    const values = used.map((name) => ({ name, ...sampleOf(kind, name, origin) }));
    return {
      kind,
      config: Object.fromEntries(values.map(({ name, value }) => [name, value])),
      canaries: values.flatMap(({ canary }) => canary),
      repeated: values.map(({ name, value, canary }) => (isAddressField(name) ? canary[0]! : value)),
    };
  });
}

export const isAddressField = (name: string): boolean =>
  (destinationAddressFields as readonly string[]).includes(name);

/** The first of several forms that the rules of the field permit. */
function sampleOf(kind: DestinationKindName, field: string, origin: string) {
  const canary = `CANARY${randomBytes(11).toString('hex').toUpperCase()}`;
  const key = Buffer.from(canary).toString('base64');
  const texts = [canary, `1234567890:${canary}`, `whsec_${key}`, `C${canary}`];
  const forms = isAddressField(field)
    ? ['', '/api/webhooks/1234567890', '/notify'].map((path) => `${origin}${path}/${canary}`)
    : [...texts, `@${canary}`, `${canary}@mail.example`];
  const value = forms.find((form) => isValid(kind, field, form));
  if (value === undefined) throw new Error(`add a form that is valid for ${field} of ${kind}`);
  return { value, canary: [canary, key].filter((text) => value.includes(text)) };
}

function isValid(kind: DestinationKindName, field: string, value: string): boolean {
  const { pattern, maxLength } = destinationKindRow(kind).fields[field]!;
  if (pattern && !new RegExp(pattern).test(value)) return false;
  return (
    value.length <= maxLength &&
    destinationConfigErrors(kind, { [field]: value }, { isChange: true }).length === 0
  );
}
