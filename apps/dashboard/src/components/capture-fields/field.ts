/** The control for a value, derived from the value's schema. */
export type Control =
  /** The value is also true if no part has a value. */
  | { kind: 'switch'; parts?: Readonly<Record<string, Control>> }
  | { kind: 'select'; values: readonly string[] }
  /** Several of the values. */
  | { kind: 'choices'; values: readonly string[] }
  | { kind: 'number'; minimum?: number; maximum?: number; isInteger: boolean }
  | { kind: 'text'; isLong: boolean; isSecret?: true }
  /** A list of texts, one per line. */
  | { kind: 'lines' }
  | { kind: 'parts'; parts: Readonly<Record<string, Control>> };

/** Where a request contains the value: as a setting of the capture, or in its `options` or `comparison`. */
export type FieldPlace = 'setting' | 'options' | 'comparison';

/** A setting of captures that the forms edit. Names are unique across all places. */
export type Field = {
  name: string;
  place: FieldPlace;
  control: Control;
  /** The value that captures use if the field is not set; null if there is none, or if the page or the device determines the value. */
  default: unknown;
  /** The default if a device is set, unless it equals `default`; null if it differs between devices. */
  ofDevice?: unknown;
  /** A page that sets one of these fields does not use the value of its schedule. */
  excludedBy?: readonly string[];
};
