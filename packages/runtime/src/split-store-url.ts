import { InvalidSettingError } from './invalid-setting.ts';

/** A server. A host that starts with `/` is the folder of a Unix socket. */
export type StoreHost = { readonly host: string; readonly port: number };

export type StoreUrl = {
  readonly scheme: string;
  readonly user: string | undefined;
  readonly password: string | undefined;
  /** Hosts, with their ports if the URL contains them. */
  readonly hosts: readonly { host: string; port: number | undefined }[];
  /** The part after the first slash. */
  readonly path: string;
  readonly parameters: ReadonlyMap<string, string>;
};

// The `URL` class accepts only a single host. The password ends at the last `@`, as it does in `URL`.
const parts = /^([a-z+]+):\/\/(?:([^/?#]*)@)?([^/?#@]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/;
const hostAndPort = /^(?:\[([^\][]+)\]|([^:[\]]*))(?::(\d+))?$/;

/**
 * Splits a URL that may contain several hosts: `scheme://user:password@host1:port,host2/path?name=value`.
 * @param expected a description of valid URLs for error messages, which never contain parts of the URL that may be secret
 * @throws InvalidSettingError
 */
export function splitStoreUrl(text: string, expected: string): StoreUrl {
  const [, scheme, credentials, hosts = '', path = '', query = ''] = parts.exec(text) ?? [];
  if (scheme === undefined) throw new InvalidSettingError(expected);
  const [, user, password] = /^([^:]*)(?::(.*))?$/s.exec(credentials ?? '') ?? [];
  return {
    scheme,
    user: decode(user || undefined, expected),
    password: decode(password || undefined, expected),
    hosts: hosts === '' ? [] : hosts.split(',').map((one) => splitHost(one, expected)),
    path: decode(path, expected),
    parameters: splitQuery(query, expected),
  };
}

/** @throws InvalidSettingError when `text` is not a port */
export function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new InvalidSettingError('a URL whose ports are integers from 1 to 65535');
}

function splitHost(text: string, expected: string): { host: string; port: number | undefined } {
  const [found, ipv6, name, port] = hostAndPort.exec(text) ?? [];
  if (found === undefined) throw new InvalidSettingError(expected);
  const host = decode(ipv6 ?? name, expected) ?? '';
  return { host, port: port === undefined ? undefined : parsePort(port) };
}

function splitQuery(query: string, expected: string): Map<string, string> {
  const pairs = query
    .split('&')
    .filter(Boolean)
    .map((pair): [string, string] => {
      const [name = '', ...value] = pair.split('=');
      return [decode(name, expected), decode(value.join('='), expected)];
    });
  return new Map(pairs);
}

function decode<T extends string | undefined>(text: T, expected: string): T {
  try {
    return (text === undefined ? undefined : decodeURIComponent(text)) as T;
  } catch {
    throw new InvalidSettingError(`${expected}, with % only in escapes such as %40`);
  }
}
