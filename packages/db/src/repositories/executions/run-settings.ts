// The settings of a run's captures in SQL: the equivalent of `settingsOfRun` in contracts, for an item `i` and a plan `p`
// that contains the schedule's options and defaults.
import {
  areaSettings,
  type CaptureSettingName,
  captureSettingNames,
  captureSettingTable,
  defaultNames,
  deviceSettings,
  isDefaultName,
} from '@shotclock/contracts';
import { type SQL, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';

const columnOf = (name: string) => sql.identifier(toSnakeCase(name));

/** The columns that a screenshot copies from its item. They have the same names in both tables. */
export const settingColumns = sql.join(captureSettingNames.map(columnOf), sql`, `);
/** Their values: the equivalent of `settingsOfRun` for an item `i` and a plan `p`. */
export const settingValues = sql.join(captureSettingNames.map(valueOfRun), sql`, `);

function valueOfRun(name: CaptureSettingName): SQL {
  const own = sql`i.${columnOf(name)}`;
  if (name === 'options') return sql`coalesce(p.options || i.options, i.options, p.options)`;
  if (!isDefaultName(name)) return own;
  const { nullable, default: stored } = captureSettingTable[name];
  const isOwn = [
    nullable
      ? sql`${own} is not null`
      : sql`${own} <> ${sql.raw(`'${stored}'`)} or ${sql.raw(`'${name}'`)} = any(i.explicit)`,
    ...(areaSettings.some((one) => one === name)
      ? [sql`i.full_page or i.crop is not null or i.element is not null`]
      : []),
    ...(deviceSettings.some((one) => one === name) ? [sql`i.options ? 'device'`] : []),
  ];
  return sql`case when ${sql.join(isOwn, sql` or `)} then ${own} else coalesce(p.${sql.identifier(name)}, ${own}) end`;
}

/** The columns of a plan that contain the defaults of its schedule. */
export const defaultColumns = sql.join(
  defaultNames.map((name) => sql`${sql.identifier(name)} ${sql.raw(captureSettingTable[name].column)}`),
  sql`, `,
);
