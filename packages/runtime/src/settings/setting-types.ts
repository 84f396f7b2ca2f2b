import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { checkPemFiles } from '../check-pem-files.ts';
import { parsePostgresUrl } from '../postgres/parse-postgres-url.ts';
import { checkPostgresTlsFiles } from '../postgres/postgres-tls-options.ts';
import { isHeader } from './is-header.ts';
import { parseRedisUrl } from './parse-redis-url.ts';

/**
 * The type of a setting's value. `parse` returns undefined for invalid text, or throws an InvalidSettingError with its own
 * description.
 */
export type SettingType<T> = {
  readonly parse: (text: string) => T | undefined;
  /** Describes the valid values; error messages print it after "must be". */
  readonly expected: string;
};

export const text = (expected: string): SettingType<string> => ({ expected, parse: (value) => value });

/**
 * A path. The path is made absolute, so that child processes with a different working directory resolve it to the same
 * file.
 */
export const path = (expected: string): SettingType<string> => ({
  expected,
  parse: (value) => resolve(value),
});

export const integer = (minimum: number, maximum: number): SettingType<number> => ({
  expected: `an integer from ${minimum} to ${maximum}`,
  parse: (value) => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
    return number >= minimum && number <= maximum ? number : undefined;
  },
});

/** An amount of credits. */
export const credits = (maximum: number): SettingType<number> => ({
  expected: `an amount from 0 to ${maximum} with at most four decimal places`,
  parse: (value) => {
    const number = /^\d{1,15}(\.\d{1,4})?$/.test(value) ? Number(value) : Number.NaN;
    return number <= maximum ? number : undefined;
  },
});

export const oneOf = <const T extends string>(...values: readonly T[]): SettingType<T> => ({
  expected: `one of ${values.join(', ')}`,
  parse: (value) => values.find((candidate) => candidate === value),
});

export const flag = (yes: string, no: string): SettingType<boolean> => ({
  expected: `${yes} or ${no}`,
  parse: (value) => (value === yes ? true : value === no ? false : undefined),
});

/** `on` is true and `off` is false. */
export const onOffOrAuto: SettingType<boolean | 'auto'> = {
  expected: 'one of auto, on, off',
  parse: (value) => (value === 'auto' ? value : flag('on', 'off').parse(value)),
};

/** A number from 0 to 1. */
export const ratio: SettingType<number> = {
  expected: 'a number from 0 to 1',
  parse: (value) => (/^(0?\.\d{1,15}|0|1(\.0{1,15})?)$/.test(value) ? Number(value) : undefined),
};

/** Pairs as in the standard variables of OpenTelemetry: `key=value`, separated by commas, with percent-encoded values. */
export const keyValues: SettingType<Readonly<Record<string, string>>> = {
  expected: 'a list of key=value, separated by commas, percent-encoded',
  parse(value) {
    const pairs = value.split(',').filter((pair) => pair.trim() !== '');
    const parsed = pairs.map((pair) => /^\s*([^=\s]+)\s*=(.*)$/s.exec(pair));
    if (!canDecode(value) || parsed.includes(null)) return undefined;
    return Object.fromEntries(parsed.map((pair) => [pair![1], decodeURIComponent(pair![2]!.trim())]));
  },
};

/** Headers of requests, as `keyValues`. */
export const headers: SettingType<Readonly<Record<string, string>>> = {
  expected: keyValues.expected,
  parse(value) {
    const pairs = keyValues.parse(value);
    return pairs && Object.entries(pairs).every(([name, value]) => isHeader(name, value)) ? pairs : undefined;
  },
};

/** One or two secrets of at least 32 characters, separated by a comma. */
export const linkSecrets: SettingType<readonly [string, ...string[]]> = {
  expected: 'one or two secrets of at least 32 characters each, separated by a comma',
  parse(value) {
    const [first = '', ...others] = value.split(',').map((one) => one.trim());
    return others.length < 2 && [first, ...others].every(({ length }) => length >= 32)
      ? [first, ...others]
      : undefined;
  },
};

/** Keys of 32 bytes, separated by commas. The first one encrypts, and all of them decrypt. */
export const secretsKeys: SettingType<readonly [Buffer, ...Buffer[]]> = {
  expected:
    'keys of 32 bytes each in base64 or hex, separated by commas (`openssl rand -base64 32` creates a key)',
  parse(value) {
    const [first, ...others] = value.split(',').map((one) => parseKey(one.trim()));
    return first && others.every((key) => key !== undefined) ? [first, ...others] : undefined;
  },
};

function parseKey(text: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  return /^[A-Za-z0-9+/_-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : undefined;
}

/** A comma-separated list of origins. The text is kept as it is. */
export const origins: SettingType<string> = {
  expected: 'a list of origins such as https://dashboard.example, separated by commas',
  parse: (value) =>
    value.split(',').every((one) => URL.canParse(one) && new URL(one).origin === one) ? value : undefined,
};

/** A comma-separated list of IP addresses and networks. The text is kept as it is. */
export const networks: SettingType<string> = {
  expected: 'a list of addresses and networks such as 10.0.0.0/8 or ::1, separated by commas',
  parse: (value) => (value.split(',').every((one) => isNetwork(one.trim())) ? value : undefined),
};

/** Whether the text is an IP address, optionally with a prefix length. */
function isNetwork(text: string): boolean {
  const [address = '', length, ...rest] = text.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)]!;
  return (
    bits > 0 &&
    rest.length === 0 &&
    (length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= bits))
  );
}

/** A URL with one of the schemes. The text is kept as it is. */
export const url = (...schemes: readonly string[]): SettingType<string> => ({
  expected: `a URL that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
  parse: (value) => (hasScheme(value, schemes) ? value : undefined),
});

/** A Postgres connection URL. Returns the URL unchanged after checking the files that it refers to. */
export const postgresUrl: SettingType<string> = {
  expected: 'a URL that starts with postgres:// or postgresql://',
  parse(value) {
    checkPostgresTlsFiles(parsePostgresUrl(value).tls);
    return value;
  },
};

/** A Redis or Valkey connection URL. Returns the URL unchanged after checking the files that it refers to. */
export const redisUrl: SettingType<string> = {
  expected: 'a URL that starts with redis:// or rediss://',
  parse(value) {
    const { tls } = parseRedisUrl(value);
    checkPemFiles({
      ...(tls?.ca ? { ca: { name: 'cacert', file: tls.ca } } : {}),
      ...(tls?.cert ? { cert: { name: 'cert', file: tls.cert } } : {}),
      ...(tls?.key ? { key: { name: 'key', file: tls.key } } : {}),
    });
    return value;
  },
};

/** The URL of an SMTP server. The text is kept as it is. */
export const smtpUrl: SettingType<string> = {
  expected:
    'a URL such as smtps://user:password@mail.example.com or smtp://mail.example.com:25, with special characters of the password percent-encoded',
  parse(value) {
    if (!hasScheme(value, ['smtp', 'smtps'])) return undefined;
    const { hostname, pathname, search, hash, username, password } = new URL(value);
    const isComplete = hostname !== '' && (username === '') === (password === '');
    return isComplete && ['', '/'].includes(pathname + search + hash) && canDecode(username + password)
      ? value
      : undefined;
  },
};

function canDecode(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** An e-mail address, or a name and an address in angle brackets. The text is kept as it is. */
export const mailSender: SettingType<string> = {
  expected: 'an address such as alerts@example.com or Shotclock <alerts@example.com>',
  parse: (value) =>
    /^(?:[^<>@"\\\p{Cc}]+<[^<>@\s"]+@[a-z0-9.-]+>|[^<>@\s"]+@[a-z0-9.-]+)$/iu.test(value) ? value : undefined,
};

/** An HTTP(S) URL without query and fragment, to which paths are appended. Trailing slashes are removed. */
export const baseUrl: SettingType<string> = {
  expected: 'a URL that starts with http:// or https://, without ? or #',
  parse: (value) =>
    hasScheme(value, ['http', 'https']) && !/[?#]/.test(value) ? value.replace(/\/+$/, '') : undefined,
};

function hasScheme(value: string, schemes: readonly string[]): boolean {
  return schemes.some((scheme) => value.startsWith(`${scheme}://`)) && URL.canParse(value);
}
