import type { Static } from '@sinclair/typebox';
import { fromNames, namesOf } from '../from-names.ts';
import { type CaptureOptionsBody, storedOptions } from './capture-options.ts';
import type { ResponseWithSettings } from './capture-setting.ts';
import { captureSettingTable } from './capture-setting-table.ts';

type Table = typeof captureSettingTable;
export type CaptureSettingName = keyof Table;
type RequestFields = { [Name in CaptureSettingName]: Table[Name]['request'] };
type StoredFields = { [Name in CaptureSettingName]: Table[Name]['stored'] };

/** The settings of one capture, as stored with an item and copied to each of its screenshots. */
export type CaptureSettings = { [Name in CaptureSettingName]: Static<StoredFields[Name]> };

/** The settings that a response contains. */
type NameIn<Response extends ResponseWithSettings> = {
  [Name in CaptureSettingName]: Response extends Table[Name]['responses'][number] ? Name : never;
}[CaptureSettingName];
type ItemSettings = Pick<CaptureSettings, NameIn<'item'>>;
export type ScreenshotSettings = Pick<CaptureSettings, NameIn<'screenshot'>>;

type OptionalSettings = Omit<CaptureSettings, 'url' | 'options'>;
/** The settings of a request. Null and an omitted field both stand for the default. */
type RequestedSettings = { [Name in keyof OptionalSettings]?: CaptureSettings[Name] | null };
type Request = { url: string; options?: CaptureOptionsBody | null } & RequestedSettings;

/** The table, with a type that allows the compiler to check loops over the settings. */
const rows: {
  [Name in CaptureSettingName]: {
    request: RequestFields[Name];
    stored: StoredFields[Name];
    responses: readonly ResponseWithSettings[];
    example?: CaptureSettings[Name];
  };
} = captureSettingTable;
const optionalRows: { [Name in keyof OptionalSettings]: { default: CaptureSettings[Name] } } =
  captureSettingTable;

export const captureSettingNames = namesOf(captureSettingTable);
const optionalNames = captureSettingNames.filter((name) => name !== 'url' && name !== 'options');
const isIn =
  <Response extends ResponseWithSettings>(response: Response) =>
  (name: CaptureSettingName): name is NameIn<Response> =>
    rows[name].responses.includes(response);
/** The settings that the response for an item contains. */
export const itemSettingNames = captureSettingNames.filter(isIn('item'));
/** The settings that the response for a screenshot contains. */
export const screenshotSettingNames = captureSettingNames.filter(isIn('screenshot'));

/** The fields of a request that creates a capture or an item. */
export const captureRequestFields = fromNames<RequestFields>(
  captureSettingNames,
  (name) => rows[name].request,
);
/** The fields of an item and of a screenshot that are settings. */
export const itemSettingFields = fromNames<Pick<StoredFields, NameIn<'item'>>>(
  itemSettingNames,
  (name) => rows[name].stored,
);
export const screenshotSettingFields = fromNames<Pick<StoredFields, NameIn<'screenshot'>>>(
  screenshotSettingNames,
  (name) => rows[name].stored,
);

/** Returns the settings to store, with defaults for those that the request omits. */
export function captureSettings({ url, options, ...optional }: Request): CaptureSettings {
  const requested: RequestedSettings = optional;
  const settings = fromNames<OptionalSettings>(
    optionalNames,
    (name) => requested[name] ?? optionalRows[name].default,
  );
  return { url, ...settings, options: storedOptions(options) };
}

/** Returns the settings in a row. */
export const settingsOf = (row: CaptureSettings) =>
  fromNames<CaptureSettings>(captureSettingNames, (name) => row[name]);
/** The settings that the response for an item contains. */
export const itemSettings = (row: CaptureSettings) =>
  fromNames<ItemSettings>(itemSettingNames, (name) => row[name]);
/** The settings that the response for a screenshot contains. */
export const screenshotSettings = (row: CaptureSettings) =>
  fromNames<ScreenshotSettings>(screenshotSettingNames, (name) => row[name]);

const exampleSettings = captureSettings({ url: captureSettingTable.url.example });
const example = fromNames<CaptureSettings>(
  captureSettingNames,
  (name) => rows[name].example ?? exampleSettings[name],
);
export const itemSettingsExample = itemSettings(example);
export const screenshotSettingsExample = screenshotSettings(example);
