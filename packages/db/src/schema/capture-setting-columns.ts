import {
  type CaptureSettingName,
  type CaptureSettings,
  captureSettingNames,
  captureSettingTable,
  fromNames,
} from '@shotclock/contracts';
import { type ConvertCustomConfig, customType, jsonb, type PgCustomColumnBuilder } from 'drizzle-orm/pg-core';

type Table = typeof captureSettingTable;
type SettingColumns = {
  [Name in CaptureSettingName]: PgCustomColumnBuilder<
    ConvertCustomConfig<
      '',
      {
        data: NonNullable<CaptureSettings[Name]>;
        notNull: Table[Name]['nullable'] extends true ? false : true;
      }
    >
  >;
};

/** The columns for capture settings in `schedule_items` and in `screenshots`, which contains copies. */
export const captureSettingColumns = () => fromNames<SettingColumns>(captureSettingNames, settingColumn);

function settingColumn<Name extends CaptureSettingName>(name: Name): SettingColumns[Name] {
  const setting: Table[CaptureSettingName] = captureSettingTable[name];
  const column = setting.column === 'jsonb' ? jsonb() : customType({ dataType: () => setting.column })();
  if (!setting.nullable) column.notNull();
  if ('default' in setting && setting.default !== null && setting.addedLater) column.default(setting.default);
  // Drizzle declares the TypeScript type and nullability of a column only in the type of the builder. There is no value
  // that the compiler could check.
  return column as SettingColumns[Name];
}
