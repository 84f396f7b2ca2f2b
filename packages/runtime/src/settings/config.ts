import type { App, Setting, SettingName, settings } from './settings.ts';

type Table = typeof settings;
type ReadersOf<N extends SettingName> = Table[N]['apps'][number];
type ValueOf<N extends SettingName, A extends App> =
  Table[N] extends Setting<infer T, App, infer R> ? (A extends R ? NonNullable<T> : T) : never;

/** The config key for a setting: `DATABASE_URL` becomes `databaseUrl`. */
export type ConfigKey<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<ConfigKey<Tail>>}`
  : Lowercase<S>;

/** The settings for the S3 store. Either all or none of them are set. */
export type S3Config = {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
};

/** Additional S3 settings for the app that delivers objects to clients. */
type S3Delivery = {
  readonly delivery: 'stream' | 'redirect';
  readonly publicEndpoint: string | null;
};

type S3Name = Extract<SettingName, `S3_${string}`>;

/** The settings that an app reads, with their types. The names of durations and sizes include their unit. */
export type Config<A extends App> = {
  readonly [N in Exclude<SettingName, S3Name> as A extends ReadersOf<N> ? ConfigKey<N> : never]: ValueOf<
    N,
    A
  >;
} & {
  readonly s3: (S3Config & (A extends ReadersOf<'S3_DELIVERY'> ? S3Delivery : unknown)) | null;
};
