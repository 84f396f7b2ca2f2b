import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Nullable } from '../schema.ts';

/** The column types that can store `Value`. */
type ColumnType<Value> = Value extends boolean
  ? 'boolean'
  : Value extends number
    ? 'integer' | 'double precision'
    : Value extends object
      ? 'jsonb'
      : 'text';

/** The responses that contain settings. */
export type ResponseWithSettings = 'item' | 'screenshot';

type Declaration<
  Schema extends TSchema,
  Column extends ColumnType<Static<Schema>>,
  Responses extends readonly ResponseWithSettings[],
> = {
  /** Validates a value that is not null. */
  schema: Schema;
  /** The type of the setting's column in `schedule_items` and `screenshots`. */
  column: Column;
  /**
   * The responses that contain the setting, as specified. Settings that the specification does not mention appear in no
   * response.
   */
  responses: Responses;
  /** The value in the examples of responses. Default: the stored default. */
  example?: Static<Schema>;
  /** False if captures that differ only in this setting belong to the same series of content-change checks. */
  separatesCheckSeries?: boolean;
  /**
   * True for a setting that was added after its tables were created. Existing rows, and rows that a process of the
   * previous version inserts, get the default from the database. Captures with the default value stay in their series of
   * content-change checks.
   */
  addedLater?: boolean;
};

/** A setting that every request contains. */
export const requiredSetting = <
  Schema extends TSchema,
  Column extends ColumnType<Static<Schema>>,
  const Responses extends readonly ResponseWithSettings[],
>(
  setting: Declaration<Schema, Column, Responses> & { example: Static<Schema> },
) => ({ ...setting, request: setting.schema, stored: setting.schema, nullable: false as const });

/** A setting for which `default` is stored if a request omits it. */
export const settingWithDefault = <
  Schema extends TSchema,
  Column extends ColumnType<Static<Schema>>,
  const Responses extends readonly ResponseWithSettings[],
>(
  setting: Declaration<Schema, Column, Responses> & { default: Static<Schema> },
) => ({
  ...setting,
  request: Type.Optional(Nullable(setting.schema)),
  stored: setting.schema,
  nullable: false as const,
});

/**
 * A setting for which null is stored if a request omits it; a capture then uses `usedWhenNull` if there is such a value.
 */
export const nullableSetting = <
  Schema extends TSchema,
  Column extends ColumnType<Static<Schema>>,
  const Responses extends readonly ResponseWithSettings[],
  const More extends { usedWhenNull?: Static<Schema> },
>(
  setting: Declaration<Schema, Column, Responses> & More,
) => ({
  ...setting,
  default: null,
  request: Type.Optional(Nullable(setting.schema)),
  stored: Nullable(setting.schema),
  nullable: true as const,
});
