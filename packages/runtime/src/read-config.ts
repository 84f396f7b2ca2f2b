import type { Config } from './config.ts';
import { redactCredentials } from './redact-credentials.ts';
import { type App, type Setting, type SettingName, settings } from './settings.ts';
import { StartError } from './start-error.ts';

/** One setting that keeps an app from starting. `value` is null where it is missing and masked where it is secret. */
export type SettingFault = {
  readonly name: SettingName;
  readonly value: string | null;
  /** What it must be, to follow "must be". */
  readonly mayBe: string;
};

/** Every fault of the environment at once. */
export class ConfigError extends StartError {
  override readonly name = 'ConfigError';
  readonly faults: readonly SettingFault[];

  constructor(faults: readonly SettingFault[]) {
    const lines = faults.map(
      ({ name, value, mayBe }) => `${name} is ${value === null ? 'not set' : `"${value}"`}, must be ${mayBe}`,
    );
    super(lines.length === 1 ? lines[0] : `${lines.length} settings are wrong:\n  ${lines.join('\n  ')}`);
    this.faults = faults;
  }
}

type Values = Partial<Record<SettingName, unknown>>;
type Env = Readonly<Record<string, string | undefined>>;

const S3_KEYS = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const;
const S3_MORE = ['S3_REGION', 'S3_DELIVERY', 'S3_PUBLIC_ENDPOINT'] as const;
const WILDCARDS: readonly string[] = ['0.0.0.0', '::'];

/**
 * The typed config of an app from an environment, by the table of settings. An empty variable counts as unset.
 * @throws ConfigError with every fault together
 */
export function readConfig<A extends App>(env: Env, app: A): Config<A> {
  const faults: SettingFault[] = [];
  const values: Values = {};
  for (const [name, setting] of entries()) {
    if (!setting.apps.includes(app)) continue;
    const given = env[name] || null;
    const written = given ?? setting.default;
    if (written === null) {
      if (setting.requiredBy.includes(app)) faults.push({ name, value: null, mayBe: setting.kind.mayBe });
      values[name] = null;
      continue;
    }
    // An empty default stands for "none" or is computed from other settings; it is not what a user may write.
    const value = written === '' ? '' : setting.kind.parse(written);
    if (value === undefined) faults.push({ name, value: shown(setting, written), mayBe: setting.kind.mayBe });
    values[name] = value;
  }
  faults.push(...exposureFaults(values), ...s3Faults(env, values));
  if (faults.length > 0) throw new ConfigError(faults);
  return build(values) as Config<A>;
}

function entries(): [SettingName, Setting<unknown>][] {
  return Object.entries(settings) as [SettingName, Setting<unknown>][];
}

function shown(setting: Setting<unknown>, written: string): string {
  return setting.secret ? '***' : redactCredentials(written);
}

/** Nobody is asked for a key, so only this machine may reach the API unless that is wanted (decisions, section 9). */
function exposureFaults({ HOST, ALLOW_UNAUTHENTICATED }: Values): SettingFault[] {
  if (typeof HOST !== 'string' || ALLOW_UNAUTHENTICATED !== false || isLoopback(HOST)) return [];
  const mayBe =
    'a loopback address such as 127.0.0.1, or any address together with ALLOW_UNAUTHENTICATED=true';
  return [{ name: 'HOST', value: HOST, mayBe }];
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

function s3Faults(env: Env, values: Values): SettingFault[] {
  const given = [...S3_KEYS, ...S3_MORE].filter((name) => name in values && env[name]);
  const missing = given.length === 0 ? [] : S3_KEYS.filter((name) => !env[name]);
  return missing.map((name) => ({ name, value: null, mayBe: `set, because ${given.join(', ')} is` }));
}

function build(values: Values): Record<string, unknown> {
  const config: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    if (!name.startsWith('S3_')) config[configKey(name)] = value;
  }
  if (values.PUBLIC_URL === '') config.publicUrl = publicUrl(String(values.HOST), Number(values.PORT));
  config.s3 = values.S3_ENDPOINT === null ? null : s3Config(values);
  return config;
}

function s3Config(values: Values): Record<string, unknown> {
  return {
    endpoint: values.S3_ENDPOINT,
    region: values.S3_REGION,
    bucket: values.S3_BUCKET,
    accessKey: values.S3_ACCESS_KEY,
    secretKey: values.S3_SECRET_KEY,
    ...('S3_DELIVERY' in values
      ? { delivery: values.S3_DELIVERY, publicEndpoint: values.S3_PUBLIC_ENDPOINT }
      : {}),
  };
}

/** A wildcard can be listened on but not be reached, so links name this machine instead. */
function publicUrl(host: string, port: number): string {
  const reachable = WILDCARDS.includes(host) ? 'localhost' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

function configKey(name: string): string {
  return name.toLowerCase().replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
