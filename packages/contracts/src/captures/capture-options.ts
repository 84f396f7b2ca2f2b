import { type Static, Type } from '@sinclair/typebox';
import { fromNames, namesOf } from '../from-names.ts';
import type { Device, OptionStep } from './capture-option.ts';
import { captureOptionTable } from './capture-option-table.ts';
import { deviceTable } from './device-table.gen.ts';

type Table = typeof captureOptionTable;
export type CaptureOptionName = keyof Table;
type Value<Name extends CaptureOptionName> = Static<Table[Name]['schema']>;
type RequestFields = { [Name in CaptureOptionName]: Table[Name]['request'] };
type StoredFields = { [Name in CaptureOptionName]: Table[Name]['stored'] };

/** The options of a capture, an item or a schedule. Omitted options have their defaults. */
export type CaptureOptions = { [Name in CaptureOptionName]?: Value<Name> };
/** The options that a capture uses, with all defaults applied. If null, the browser's own value applies. */
export type UsedOptions = {
  [Name in CaptureOptionName]: Value<Name> | (null extends Table[Name]['default'] ? null : never);
};

/** The table, with a type that allows the compiler to check loops over the options. */
const rows: {
  [Name in CaptureOptionName]: {
    request: RequestFields[Name];
    stored: StoredFields[Name];
    default: UsedOptions[Name];
    ofDevice?: ((device: Device) => UsedOptions[Name]) | undefined;
    canonical?: ((value: Value<Name>) => Value<Name>) | undefined;
    step: OptionStep;
    separatesCheckSeries?: boolean | undefined;
    example: Value<Name>;
  };
} = captureOptionTable;

export const captureOptionNames = namesOf(captureOptionTable);

/**
 * Every option with a value that is not its default. They can be combined with `fullPage`, but not with a viewport or a
 * user agent.
 */
export const exampleOptions: Required<CaptureOptions> = fromNames<Required<CaptureOptions>>(
  captureOptionNames,
  (name) => rows[name].example as Required<CaptureOptions>[typeof name],
);

export const CaptureOptionsBody = Type.Object(
  fromNames<RequestFields>(captureOptionNames, (name) => rows[name].request),
  {
    title: 'CaptureOptionsRequest',
    additionalProperties: false,
    description:
      "Options of a capture. If an item omits an option, its schedule's value applies, or else the default. In a PATCH, an omitted option keeps its value, and null removes it.",
    examples: [{ device: 'iPhone 15', colorScheme: 'dark' }],
  },
);
export type CaptureOptionsBody = Static<typeof CaptureOptionsBody>;

export const CaptureOptions = Type.Object(
  fromNames<StoredFields>(captureOptionNames, (name) => rows[name].stored),
  {
    title: 'CaptureOptions',
    additionalProperties: false,
    description: 'Options of a capture. An omitted option has its default value.',
    examples: [{ device: 'iPhone 15', colorScheme: 'dark' }],
  },
);

/**
 * Returns the options to store: those in a request without nulls, or null if none are left. Explicit defaults are kept.
 */
export function storedOptions(body: CaptureOptionsBody | null | undefined): CaptureOptions | null {
  const sent = Object.entries(body ?? {}).filter(([, value]) => value != null);
  return sent.length === 0 ? null : (Object.fromEntries(sent) as CaptureOptions);
}

/**
 * Applies the changes in a request name by name: omitted options keep their value, and null removes one option or all of
 * them.
 */
export function changedOptions(
  options: CaptureOptions | null,
  changes: CaptureOptionsBody | null | undefined,
): CaptureOptions | null {
  return changes === null ? null : storedOptions({ ...options, ...changes });
}

/**
 * The options of an item's captures: the item's own options take precedence over those of its schedule, name by name. A
 * list or an object is replaced as a whole.
 */
export const mergeOptions = (
  policy: CaptureOptions | null,
  item: CaptureOptions | null,
): CaptureOptions | null => storedOptions({ ...policy, ...item });

/**
 * The canonical form: names in the order of the table, one spelling for equivalent values, and no defaults; null if
 * nothing is left.
 */
export function canonicalOptions(options: CaptureOptions | null): CaptureOptions | null {
  if (options === null) return null;
  const entries = captureOptionNames.flatMap((name) => {
    const value = canonicalValue(options, name);
    return value === undefined ? [] : [[name, value]];
  });
  return entries.length === 0 ? null : (Object.fromEntries(entries) as CaptureOptions);
}

/** The canonical form of the options that separate series of content-change checks. */
export function seriesOptions(options: CaptureOptions | null): CaptureOptions | null {
  const entries = Object.entries(canonicalOptions(options) ?? {}) as [CaptureOptionName, unknown][];
  return storedOptions(
    Object.fromEntries(entries.filter(([name]) => rows[name].separatesCheckSeries !== false)),
  );
}

function canonicalValue<Name extends CaptureOptionName>(
  options: CaptureOptions,
  name: Name,
): Value<Name> | undefined {
  const value = options[name] as Value<Name> | undefined;
  if (value === undefined || value === defaultOption(options, name)) return undefined;
  const { canonical } = rows[name];
  return canonical ? canonical(value) : value;
}

/** The values that a capture with these options uses. */
export const usedOptions = (options: CaptureOptions | null): UsedOptions =>
  fromNames<UsedOptions>(
    captureOptionNames,
    (name) => (options?.[name] as UsedOptions[typeof name] | undefined) ?? defaultOption(options ?? {}, name),
  );

function defaultOption<Name extends CaptureOptionName>(
  options: CaptureOptions,
  name: Name,
): UsedOptions[Name] {
  const { ofDevice, default: value } = rows[name];
  return options.device !== undefined && ofDevice ? ofDevice(deviceTable[options.device]) : value;
}

/** The viewport of the device in CSS pixels; null without a device. */
export function deviceViewport(options: CaptureOptions | null): { width: number; height: number } | null {
  if (options?.device === undefined) return null;
  const { width, height } = deviceTable[options.device];
  return { width, height };
}
