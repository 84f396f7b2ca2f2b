import { InvalidSettingError } from '../invalid-setting.ts';
import { redactCredentials } from '../redact-credentials.ts';
import { StartError } from '../start-error.ts';
import type { Config } from './config.ts';
import { readSecretFiles, type SecretFileName } from './secret-files.ts';
import { type App, type Setting, type SettingName, settings } from './settings.ts';
import { type UnknownSetting, unknownSettings } from './unknown-settings.ts';

/** An invalid setting. `value` is null for a required setting that is missing, and `***` for a secret. */
export type SettingError = {
  readonly name: SettingName | SecretFileName;
  readonly value: string | null;
  /** Describes the valid values; printed after "must be". */
  readonly expected: string;
};

/** Lists all invalid and unknown settings in the environment. */
export class ConfigError extends StartError {
  override readonly name = 'ConfigError';
  readonly errors: readonly SettingError[];

  constructor(errors: readonly SettingError[], unknown: readonly UnknownSetting[] = []) {
    const lines = [
      ...unknown.map(({ name, hint }) => `${name} is not a setting${hint}`),
      ...errors.map(
        ({ name, value, expected }) =>
          `${name} is ${value === null ? 'not set' : `"${value}"`} but must be ${expected}`,
      ),
    ];
    super(lines.length === 1 ? lines[0] : `${lines.length} settings are invalid:\n  ${lines.join('\n  ')}`);
    this.errors = errors;
  }
}

type Values = Partial<Record<SettingName, unknown>>;
type Env = Readonly<Record<string, string | undefined>>;

const s3Required = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const;
const s3Optional = ['S3_REGION', 'S3_DELIVERY', 'S3_PUBLIC_ENDPOINT'] as const;
const mailSettings = ['SMTP_URL', 'ALERT_FROM'] as const;
/** A worker needs one connection for each concurrent capture, plus two for lease renewals and checks. */
const connections = { api: 10, scheduler: 4, standalone: 10, cli: 1 };
const wildcards: readonly string[] = ['0.0.0.0', '::'];

/**
 * Reads the config of an app from an environment, as the settings table defines it. An empty variable counts as unset. A secret
 * can also be read from the file that NAME_FILE names.
 * @throws ConfigError that lists all invalid settings and all variables that look like misspelled settings
 */
export function readConfig<A extends App>(environment: Env, app: A): Config<A> {
  const { config, error } = readValidConfig(environment, app);
  if (error !== null) throw error;
  return config;
}

/** Reads the config like `readConfig`, but with the default in place of each invalid setting. `error` lists these settings. */
export function readValidConfig<A extends App>(
  environment: Env,
  app: A,
): { config: Config<A>; error: ConfigError | null } {
  const { env, errors: fileErrors } = readSecretFiles(environment);
  const errors: SettingError[] = [...fileErrors];
  const values: Values = {};
  for (const [name, setting] of entries()) {
    if (!setting.apps.includes(app)) continue;
    const { type } = setting;
    const text = env[name] || setting.default;
    if (text === null) {
      const isUnusable = fileErrors.some((error) => error.name === `${name}_FILE`);
      if (setting.requiredBy.includes(app) && !isUnusable)
        errors.push({ name, value: null, expected: type.expected });
      values[name] = null;
      continue;
    }
    // An empty default means "none" or "computed from other settings", so it is not parsed.
    const { value, expected = type.expected } = text === '' ? { value: '' } : parse(type, text);
    if (value === undefined) errors.push({ name, value: redact(setting, text), expected });
    values[name] = value === undefined ? defaultOf(setting) : value;
  }
  errors.push(...exposureErrors(values), ...s3Errors(env, values), ...mailErrors(env, values));
  const unknown = unknownSettings(env);
  const error = errors.length + unknown.length > 0 ? new ConfigError(errors, unknown) : null;
  // Without all of its settings, the S3 store cannot be used.
  if (errors.some(({ name }) => name.startsWith('S3_'))) values.S3_ENDPOINT = null;
  return { config: build(values, app) as Config<A>, error };
}

const defaultOf = ({ type, default: text }: Setting<unknown>): unknown =>
  text === null || text === '' ? text : type.parse(text);

function entries(): [SettingName, Setting<unknown>][] {
  return Object.entries(settings) as [SettingName, Setting<unknown>][];
}

function parse(type: Setting<unknown>['type'], text: string): { value: unknown; expected?: string } {
  try {
    return { value: type.parse(text) };
  } catch (error) {
    if (!(error instanceof InvalidSettingError)) throw error;
    return { value: undefined, expected: error.message };
  }
}

function redact(setting: Setting<unknown>, value: string): string {
  return setting.secret ? '***' : redactCredentials(value);
}

/** Without API keys, the API may listen only on loopback unless ALLOW_UNAUTHENTICATED is true. */
function exposureErrors({ HOST, AUTH_MODE, ALLOW_UNAUTHENTICATED }: Values): SettingError[] {
  if (typeof HOST !== 'string' || AUTH_MODE !== 'none' || ALLOW_UNAUTHENTICATED !== false || isLoopback(HOST))
    return [];
  const expected =
    'a loopback address such as 127.0.0.1, or any address together with AUTH_MODE=api-key or ALLOW_UNAUTHENTICATED=true';
  return [{ name: 'HOST', value: HOST, expected }];
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

function s3Errors(env: Env, values: Values): SettingError[] {
  const given = [...s3Required, ...s3Optional].filter((name) => name in values && env[name]);
  const missing = given.length === 0 ? [] : s3Required.filter((name) => !env[name]);
  const verb = given.length === 1 ? 'is' : 'are';
  return missing.map((name) => ({
    name,
    value: null,
    expected: `set, because ${given.join(' and ')} ${verb}`,
  }));
}

/** Neither mail setting has an effect without the other. */
function mailErrors(env: Env, values: Values): SettingError[] {
  const [given, ...others] = mailSettings.filter((name) => name in values && env[name]);
  const missing = mailSettings.filter((name) => name !== given);
  return given === undefined || others.length > 0
    ? []
    : missing.map((name) => ({ name, value: null, expected: `set, because ${given} is` }));
}

function build(values: Values, app: App): Record<string, unknown> {
  const config: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    if (!name.startsWith('S3_')) config[configKey(name)] = value;
  }
  if (values.PUBLIC_URL === '') config.publicUrl = publicUrl(String(values.HOST), Number(values.PORT));
  if (values.WORKER_MEMORY_MB === '') config.workerMemoryMb = 1_024 + 256 * Number(values.WORKER_CONCURRENCY);
  if (values.DATABASE_CONNECTIONS === '')
    config.databaseConnections = app === 'worker' ? Number(values.WORKER_CONCURRENCY) + 2 : connections[app];
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

/** Clients cannot connect to a wildcard address, so links use `localhost` instead. */
function publicUrl(host: string, port: number): string {
  const reachable = wildcards.includes(host) ? 'localhost' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

function configKey(name: string): string {
  return name.toLowerCase().replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
