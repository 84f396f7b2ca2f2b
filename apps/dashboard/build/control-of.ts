import type { Control } from '../src/components/capture-fields/field.ts';

/** The parts of a JSON schema that determine the control. */
export type Schema = {
  type?: string | readonly string[];
  enum?: readonly string[];
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  /** A secret. */
  writeOnly?: boolean;
};

/** Texts that may be longer are edited in several lines. */
const lineLength = 5_000;

/** The control for a value. @throws if there is no control for the schema, so that no option can be missing in the forms */
export function controlOf(schema: Schema, name: string): Control {
  const { type, items, properties, minimum, maximum, maxLength = 0, writeOnly } = schema;
  if (schema.enum) return { kind: 'select', values: schema.enum };
  // A switch whose value may also be an object has controls for the parts of the object while it is on.
  if ([type].flat().includes('boolean'))
    return { kind: 'switch', ...(properties && { parts: partsOf(properties, name) }) };
  if (type === 'number' || type === 'integer')
    return {
      kind: 'number',
      isInteger: type === 'integer',
      ...(minimum !== undefined && { minimum }),
      ...(maximum !== undefined && { maximum }),
    };
  if (type === 'string')
    return { kind: 'text', isLong: maxLength > lineLength, ...(writeOnly && { isSecret: true }) };
  if (items?.enum) return { kind: 'choices', values: items.enum };
  if (items?.type === 'string') return { kind: 'lines' };
  if (properties) return { kind: 'parts', parts: partsOf(properties, name) };
  throw new Error(`The forms of the dashboard have no control for the schema of ${name}.`);
}

function partsOf(properties: Readonly<Record<string, Schema>>, name: string): Record<string, Control> {
  const parts = Object.entries(properties).map(([part, of]) => [part, controlOf(of, `${name}.${part}`)]);
  return Object.fromEntries(parts) as Record<string, Control>;
}
