// The settings that the items in a schedule share. For each setting that an item does not set itself, a run uses the
// value of the schedule. `settingsOfRun` implements this rule; the dispatch applies it in SQL.
import { type Static, Type } from '@sinclair/typebox';
import { type CaptureOptions, mergeOptions } from '../captures/capture-options.ts';
import { captureSettingTable } from '../captures/capture-setting-table.ts';
import {
  type CaptureSettingName,
  type CaptureSettings,
  captureRequestFields,
  captureSettingNames,
} from '../captures/capture-settings.ts';
import { fromNames } from '../from-names.ts';

type Table = typeof captureSettingTable;
/**
 * All settings except the URL, the response type, which is always json, and the options, which have a field of their own.
 */
export type DefaultName = Exclude<keyof Table, 'url' | 'responseType' | 'options'>;
type Value<Name extends DefaultName> = Static<Table[Name]['schema']>;
export type ItemDefaults = { [Name in DefaultName]?: Value<Name> };

export const isDefaultName = (name: CaptureSettingName): name is DefaultName =>
  name !== 'url' && name !== 'responseType' && name !== 'options';
export const defaultNames = captureSettingNames.filter(isDefaultName);

type RequestFields = { [Name in DefaultName]: Table[Name]['request'] };
const examples = [{ width: 1280, height: 720, fullPage: true }];

export const ItemDefaultsBody = Type.Object(
  fromNames<RequestFields>(defaultNames, (name) => captureRequestFields[name]),
  {
    title: 'ItemDefaultsRequest',
    additionalProperties: false,
    description:
      'Settings for items that do not set them. In a PATCH, an omitted setting keeps its value, and null removes it.',
    examples,
  },
);
export type ItemDefaultsBody = Static<typeof ItemDefaultsBody>;

export const ItemDefaults = Type.Unsafe<ItemDefaults>(
  Type.Object(
    Object.fromEntries(defaultNames.map((name) => [name, Type.Optional(captureSettingTable[name].schema)])),
    {
      title: 'ItemDefaults',
      additionalProperties: false,
      description: 'Settings for items that do not set them.',
      examples,
    },
  ),
);

/**
 * Applies the changes in a request name by name: null removes one default or all of them. Returns null if none are left.
 */
export function changedDefaults(
  defaults: ItemDefaults | null,
  changes: ItemDefaultsBody | null | undefined,
): ItemDefaults | null {
  const kept = Object.entries({ ...defaults, ...changes }).filter(([, value]) => value != null);
  return changes === null || kept.length === 0 ? null : (Object.fromEntries(kept) as ItemDefaults);
}

/** Whether the value is also stored for an item that does not set it. */
const isDefault = (name: DefaultName, value: unknown): boolean => value === captureSettingTable[name].default;

/** The settings that a request explicitly sets to the value that is stored without them, such as `fullPage: false`. */
export const sentDefaults = (request: ItemDefaultsBody): DefaultName[] =>
  defaultNames.filter((name) => request[name] != null && isDefault(name, request[name]));

/** The value of an item's `explicit` column after a request. */
export function explicitSettings(
  request: ItemDefaultsBody,
  stored: readonly string[] | null = null,
): string[] | null {
  const names = [...(stored ?? []).filter((name) => !Object.hasOwn(request, name)), ...sentDefaults(request)];
  return names.length === 0 ? null : names;
}

/** An item as it is stored. `explicit` contains the settings that the item sets even though they equal the default. */
type StoredItem = CaptureSettings & { explicit: readonly string[] | null };

/** The settings that an item sets, in the order of the table. */
export const ownSettings = (item: StoredItem): DefaultName[] =>
  defaultNames.filter((name) => !isDefault(name, item[name]) || item.explicit?.includes(name));

/** An item that sets one of these does not use the schedule's values for the others, because they cannot be combined. */
export const areaSettings = ['fullPage', 'crop', 'element'] as const;
/** An item with `options.device` does not use the schedule's values for these, because the device replaces them. */
export const deviceSettings = ['width', 'height', 'userAgent'] as const;

/** The settings of an item's captures: the item's own values take precedence over those of its schedule, name by name. */
export function settingsOfRun(
  policy: { defaults: ItemDefaults | null; options: CaptureOptions | null },
  item: StoredItem,
): CaptureSettings {
  const hasArea = item.fullPage || item.crop !== null || item.element !== null;
  const own = new Set<string>([
    ...ownSettings(item),
    ...(hasArea ? areaSettings : []),
    ...(item.options?.device === undefined ? [] : deviceSettings),
  ]);
  const taken = Object.entries(policy.defaults ?? {}).filter(([name]) => !own.has(name));
  return {
    ...fromNames<CaptureSettings>(captureSettingNames, (name) => item[name]),
    ...Object.fromEntries(taken),
    options: mergeOptions(policy.options, item.options),
  };
}
