import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Nullable } from '../schema.ts';

/**
 * The steps of a capture that options can change. `target` creates the page; `open` configures the page and each of its
 * frames; `proxy` decides which connections are made; `consent` closes cookie banners; `prepare` prepares the loaded page
 * for its screenshot; `judge` determines what the captured page is.
 */
export type OptionStep = 'target' | 'open' | 'proxy' | 'consent' | 'prepare' | 'judge';

/** A device as `device-table.gen.ts` lists it: its viewport in CSS pixels and its scale factor, between 1 and 3. */
export type Device = { width: number; height: number; scaleFactor: number };

type Declaration<Schema extends TSchema, Default extends Static<Schema> | null> = {
  /** Validates a value. The description in the schema is also the text of the option in `docs/captures.md`. */
  schema: Schema;
  /** The value that a capture uses if the option is omitted; null if the page then sees the browser's own value. */
  default: Default;
  /** The default if `device` is set. Without this function, a device does not affect the default. */
  ofDevice?: (device: Device) => Static<Schema>;
  /** Returns the one value that represents all equivalent values. Default: the value itself. */
  canonical?: (value: Static<Schema>) => Static<Schema>;
  /** The step that applies the option. */
  step: OptionStep;
  /** False if captures that differ only in this option belong to the same series of content-change checks. */
  separatesCheckSeries?: boolean;
  /** A value other than the default, for examples of requests and for tests. */
  example: Static<Schema>;
};

/** A capture option. Requests may omit the option or send null; it is stored only if it is sent. */
export const captureOption = <Schema extends TSchema, const Default extends Static<Schema> | null>(
  option: Declaration<Schema, Default>,
) => ({
  ...option,
  request: Type.Optional(Nullable(option.schema)),
  stored: Type.Optional(option.schema),
});
