// The subset of libpq's connection URI (PostgreSQL manual, 32.1.1.2) that Shotclock supports. The two drivers in this
// project parse such a URL differently from libpq and from each other, so neither of them receives the URL.
import { userInfo } from 'node:os';
import { InvalidSettingError } from '../invalid-setting.ts';
import { parsePort, type StoreHost, type StoreUrl, splitStoreUrl } from '../split-store-url.ts';

const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
/** Shotclock writes to the database, so it cannot use a server that does not accept writes. */
const sessionAttributes = ['any', 'read-write', 'primary'] as const;

export type SslMode = (typeof sslModes)[number];

export type PostgresAddress = {
  /** In the order in which they are tried. */
  readonly hosts: readonly StoreHost[];
  readonly user: string;
  readonly password: string | undefined;
  readonly database: string;
  /** Command-line options for the server, such as `-c name=value`. */
  readonly options: string | undefined;
  /** A session name that replaces Shotclock's own names. */
  readonly applicationName: string | undefined;
  /** Maximum time in milliseconds to connect to one host. */
  readonly connectTimeoutMs: number;
  readonly tls: PostgresTls;
  readonly targetSessionAttrs: (typeof sessionAttributes)[number];
};

export type PostgresTls = {
  readonly mode: SslMode;
  /**
   * A file with CA certificates, or `system` for the CAs that Node.js trusts. If it is null, the chain is not verified.
   */
  readonly rootCert: string | null;
  /** The files of the client certificate and its private key. */
  readonly client: {
    readonly cert: string;
    readonly key: string;
    readonly password: string | undefined;
  } | null;
};

const parameterNames = [
  ...['host', 'port', 'user', 'password', 'dbname', 'options', 'application_name', 'connect_timeout'],
  ...['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslpassword', 'target_session_attrs'],
];
const expectedUrl = 'a URL that starts with postgres:// or postgresql://';
const defaultPort = 5_432;
const defaultConnectSeconds = '10';

/**
 * Parses a Postgres connection URL.
 * @throws InvalidSettingError whose message contains neither the URL nor its password
 */
export function parsePostgresUrl(text: string): PostgresAddress {
  const url = splitStoreUrl(text, expectedUrl);
  if (!/^postgres(ql)?$/.test(url.scheme)) throw new InvalidSettingError(expectedUrl);
  const unknown = [...url.parameters.keys()].find((name) => !parameterNames.includes(name));
  if (unknown !== undefined)
    throw new InvalidSettingError(
      `a URL without the parameter ${unknown}; supported are ${parameterNames.join(', ')}`,
    );
  const parameter = (name: string) => url.parameters.get(name) || undefined;
  const user = parameter('user') ?? url.user ?? userInfo().username;
  return {
    hosts: parseHosts(url),
    user,
    password: parameter('password') ?? url.password,
    database: parameter('dbname') ?? (url.path || user),
    options: parameter('options'),
    applicationName: parameter('application_name'),
    connectTimeoutMs: 1_000 * parseSeconds(parameter('connect_timeout') ?? defaultConnectSeconds),
    tls: parseTls(parameter),
    targetSessionAttrs: oneOf(
      sessionAttributes,
      'target_session_attrs',
      parameter('target_session_attrs') ?? 'any',
    ),
  };
}

function parseHosts(url: StoreUrl): StoreHost[] {
  const names = url.parameters.get('host')?.split(',') ?? url.hosts.map(({ host }) => host);
  const ports =
    url.parameters
      .get('port')
      ?.split(',')
      .map((port) => (port === '' ? undefined : parsePort(port))) ?? url.hosts.map(({ port }) => port);
  if (ports.length > 1 && ports.length !== Math.max(1, names.length))
    throw new InvalidSettingError('a URL with one port for all hosts, or one for each');
  return (names.length === 0 ? [''] : names).map((host, index) => ({
    host: host || 'localhost',
    port: (ports.length === 1 ? ports[0] : ports[index]) ?? defaultPort,
  }));
}

function parseTls(parameter: (name: string) => string | undefined): PostgresTls {
  const rootCert = parameter('sslrootcert') ?? null;
  const standard = rootCert === 'system' ? 'verify-full' : 'prefer';
  const mode = oneOf(sslModes, 'sslmode', parameter('sslmode') ?? standard);
  if (rootCert === 'system' && mode !== 'verify-full')
    throw new InvalidSettingError('a URL with sslmode=verify-full, because sslrootcert is system');
  if (rootCert === null && mode.startsWith('verify'))
    throw new InvalidSettingError(`a URL with sslrootcert, a file or system, because sslmode is ${mode}`);
  const cert = parameter('sslcert');
  const key = parameter('sslkey');
  if ((cert === undefined) !== (key === undefined))
    throw new InvalidSettingError('a URL with both sslcert and sslkey, or neither');
  const client = cert && key ? { cert, key, password: parameter('sslpassword') } : null;
  return { mode, rootCert, client };
}

function parseSeconds(text: string): number {
  const seconds = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (seconds > 0) return seconds;
  throw new InvalidSettingError('a URL whose connect_timeout is an integer from 1 to 999');
}

function oneOf<const T extends string>(values: readonly T[], name: string, text: string): T {
  const found = values.find((value) => value === text);
  if (found !== undefined) return found;
  throw new InvalidSettingError(`a URL whose ${name} is one of ${values.join(', ')}`);
}
