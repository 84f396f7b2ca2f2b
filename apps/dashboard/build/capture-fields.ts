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
import type { Field } from '../src/components/capture-fields/field.ts';
import { controlOf, type Schema } from './control-of.ts';

type Row = { schema: unknown; default?: unknown; usedWhenNull?: unknown; ofDevice?: OfDevice };
type OfDevice = (device: { width: number; height: number; scaleFactor: number }) => unknown;

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
