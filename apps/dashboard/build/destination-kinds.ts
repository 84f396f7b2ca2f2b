// Provides the module `virtual:destination-kinds`: the kinds of destinations and the fields of their configuration,
// derived from the table of `contracts`. The table is evaluated here, so that browsers do not load schemas.
import {
  type DestinationKindName,
  destinationKindNames,
  destinationKindTable,
  requiredConfigFields,
} from '@shotclock/contracts';
import type { Plugin } from 'vite';
import type { DestinationKindFields } from '../src/components/alerts/destination-kind-fields.ts';
import { controlOf, type Schema } from './control-of.ts';

const module = 'virtual:destination-kinds';

export const destinationKindsModule = (): Plugin => ({
  name: 'destination-kinds',
  resolveId: (id) => (id === module ? `\0${module}` : undefined),
  load: (id) =>
    id === `\0${module}`
      ? `export const destinationKinds = ${JSON.stringify(destinationKinds())};`
      : undefined,
});

/** All kinds, in the order of the table. */
export const destinationKinds = (): DestinationKindFields[] => destinationKindNames.map(kindOf);

function kindOf(kind: DestinationKindName): DestinationKindFields {
  const { description, fields } = destinationKindTable[kind];
  const required = requiredConfigFields(kind);
  return {
    kind,
    description,
    fields: Object.entries<Schema & { description?: string; examples?: readonly unknown[] }>(fields).map(
      ([name, schema]) => ({
        name,
        description: schema.description ?? '',
        control: controlOf(schema, `${kind}.${name}`),
        isRequired: required.includes(name),
        example: schema.examples === undefined ? null : String(schema.examples[0]),
      }),
    ),
  };
}
