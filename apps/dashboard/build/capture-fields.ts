// Provides the module `virtual:capture-fields`: the fields of the capture forms, derived from the tables of
// `contracts`. The tables are evaluated here, so that browsers do not load schemas.
import {
  areaSettings,
  Comparison,
  captureOptionTable,
  captureSettingTable,
  defaultComparison,
  defaultNames,
  deviceSettings,
} from '@shotclock/contracts';
import type { Plugin } from 'vite';
import type { Control, Field } from '../src/components/capture-fields/field.ts';

/** The parts of a JSON schema that determine the control. */
type Schema = {
  type?: string | readonly string[];
  enum?: readonly string[];
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
};
type Row = { schema: unknown; default?: unknown; usedWhenNull?: unknown; ofDevice?: OfDevice };
type OfDevice = (device: { width: number; height: number; scaleFactor: number }) => unknown;

/** Texts that may be longer are edited in several lines. */
const lineLength = 5_000;
const module = 'virtual:capture-fields';

export const captureFieldsModule = (): Plugin => ({
  name: 'capture-fields',
  resolveId: (id) => (id === module ? `\0${module}` : undefined),
  load: (id) =>
    id === `\0${module}` ? `export const captureFields = ${JSON.stringify(captureFields())};` : undefined,
});

/** All fields, in the order of the tables. */
export function captureFields(): Field[] {
  return [
    ...defaultNames.map((name) => fieldOf(name, 'setting', captureSettingTable[name])),
    ...Object.entries<Row>(captureOptionTable).map(([name, row]) => fieldOf(name, 'options', row)),
    ...Object.entries(Comparison.properties).map(([name, schema]) =>
      fieldOf(name, 'comparison', { schema, default: defaultComparison[name as keyof Comparison] }),
    ),
  ];
}

function fieldOf(name: string, place: Field['place'], row: Row): Field {
  const standard = row.default ?? row.usedWhenNull ?? null;
  const ofDevice = row.ofDevice && deviceDefault(row.ofDevice);
  const isReplaced = deviceSettings.some((setting) => setting === name);
  const excludedBy = isReplaced ? ['device'] : otherAreaSettings(name);
  return {
    name,
    place,
    control: controlOf(row.schema as Schema, name),
    default: standard,
    ...(ofDevice !== undefined && { ofDevice }),
    ...(isReplaced && { ofDevice: null }),
    ...(excludedBy.length > 0 && { excludedBy }),
  };
}

/** The other settings of the captured area, if this is one of them: a page can use only one. */
const otherAreaSettings = (name: string): string[] =>
  areaSettings.some((setting) => setting === name) ? areaSettings.filter((other) => other !== name) : [];

/** The default of all devices, or null if it depends on the device. */
function deviceDefault(ofDevice: OfDevice): unknown {
  const [one, other] = [1, 3].map((size) => ofDevice({ width: size, height: size, scaleFactor: size }));
  return one === other ? one : null;
}

/** @throws if there is no control for the schema, so that no option can be missing in the forms */
function controlOf(schema: Schema, name: string): Control {
  const { type, items, properties, minimum, maximum, maxLength = 0 } = schema;
  if (schema.enum) return { kind: 'select', values: schema.enum };
  // A switch also shows values of further types, as on; only requests can set them.
  if ([type].flat().includes('boolean')) return { kind: 'switch' };
  if (type === 'number' || type === 'integer')
    return {
      kind: 'number',
      isInteger: type === 'integer',
      ...(minimum !== undefined && { minimum }),
      ...(maximum !== undefined && { maximum }),
    };
  if (type === 'string') return { kind: 'text', isLong: maxLength > lineLength };
  if (items?.enum) return { kind: 'choices', values: items.enum };
  if (items?.type === 'string') return { kind: 'lines' };
  if (properties) {
    const parts = Object.entries(properties).map(([part, of]) => [part, controlOf(of, `${name}.${part}`)]);
    return { kind: 'parts', parts: Object.fromEntries(parts) as Record<string, Control> };
  }
  throw new Error(`The forms of the dashboard have no control for the schema of ${name}.`);
}
