import type { CaptureOptions, DeviceName, ItemComparison, UpdateItem } from '@shotclock/client';

/** The groups of fields, in display order. */
export type FieldGroup = 'page' | 'wait' | 'clean' | 'device' | 'compare';

/** The value of each field. The build lists the same fields (build/capture-fields.ts). */
type Values = Required<
  Omit<UpdateItem, 'url' | 'tags' | 'options' | 'responseType'> &
    CaptureOptions &
    ItemComparison['comparison']
>;
export type FieldName = keyof Values;

/** The texts of a value, including the names of its values or parts if there is a fixed number of them. */
type TextsOf<Value> = { label: string; hint: string; unit?: string } & NamesOf<Value>;

/** A value that may be a boolean is edited with a switch. If it may also be an object, the parts of the object have texts. */
type NamesOf<Value> = [Value] extends [number | DeviceName]
  ? unknown
  : boolean extends Value
    ? PartsOf<Exclude<Value, boolean>>
    : [Value] extends [string]
      ? ChoicesOf<Value>
      : [Value] extends [readonly (infer Entry extends string)[]]
        ? ChoicesOf<Entry>
        : PartsOf<Value>;

type PartsOf<Value> = [Value] extends [never]
  ? unknown
  : { parts: { [Part in keyof Value]-?: TextsOf<NonNullable<Value[Part]>> } };

type ChoicesOf<Value extends string> = string extends Value ? unknown : { values: Record<Value, string> };

/** The level whose values a form edits. */
export type FieldLevel = 'page' | 'schedule';

type LevelTexts = {
  differing: (count: number) => string;
  resetGroup: (group: string) => string;
  /** The origin of a value that the level above sets. */
  inherited: string;
};

/** The texts of all fields. A field without texts does not compile. The forms list the fields of a group in this order. */
export type FieldTexts = {
  on: string;
  off: string;
  none: string;
  asDevice: string;
  /** For pages that are edited together. */
  mixed: string;
  line: (line: number, message: string) => string;
  reset: string;
  resetField: (label: string) => string;
  /** The value that a reset restores. */
  ofSchedule: (value: string) => string;
  byDefault: (value: string) => string;
  levels: Record<FieldLevel, LevelTexts>;
  groups: Record<FieldGroup, { title: string; hint: string }>;
  fields: { [Name in FieldName]: { group: FieldGroup } & TextsOf<NonNullable<Values[Name]>> };
};

/** The texts of any value. */
export type AnyTexts = {
  label: string;
  hint: string;
  unit?: string;
  values?: Readonly<Record<string, string>>;
  parts?: Readonly<Record<string, AnyTexts>>;
};
