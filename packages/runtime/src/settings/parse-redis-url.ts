import { InvalidSettingError } from '../invalid-setting.ts';
import { type StoreHost, splitStoreUrl } from '../split-store-url.ts';

export type RedisAddress = {
  /**
   * `single`: one server. `sentinel`: the hosts are Sentinels. `cluster`: the hosts are some of the nodes of a cluster.
   */
  readonly mode: 'single' | 'sentinel' | 'cluster';
  readonly hosts: readonly StoreHost[];
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly database: number;
  /** The name that the Sentinels use for the servers. */
  readonly service: string | undefined;
  readonly sentinelLogin: { readonly user: string | undefined; readonly password: string | undefined };
  /** Files in PEM format; null without TLS. Without `ca`, the default CAs of Node.js are trusted. */
  readonly tls: {
    readonly ca: string | undefined;
    readonly cert: string | undefined;
    readonly key: string | undefined;
  } | null;
};

const expectedUrl =
  'a URL that starts with redis:// or rediss://, with redis+sentinel:// or rediss+sentinel://, or with redis+cluster:// or rediss+cluster://';
const schemePattern = /^redis(s?)(?:\+(sentinel|cluster))?$/;
const ports = { single: 6_379, sentinel: 26_379, cluster: 6_379 };

/**
 * Parses a connection URL for Redis or Valkey: `rediss://user:password@host/db?cacert=file`,
 * `redis+sentinel://host1,host2/service/db` or `redis+cluster://host1,host2`.
 * @throws InvalidSettingError whose message contains neither the URL nor its password
 */
export function parseRedisUrl(text: string): RedisAddress {
  const url = splitStoreUrl(text, expectedUrl);
  const [found, secure, mode = 'single'] = schemePattern.exec(url.scheme) ?? [];
  if (found === undefined) throw new InvalidSettingError(expectedUrl);
  const supported = [
    ...(secure ? ['cacert', 'cert', 'key'] : []),
    ...(mode === 'sentinel' ? ['sentinel_user', 'sentinel_password'] : []),
  ];
  const unknown = [...url.parameters.keys()].find((name) => !supported.includes(name));
  if (unknown !== undefined) {
    const list = supported.length > 0 ? `; ${url.scheme} supports ${supported.join(', ')}` : '';
    throw new InvalidSettingError(`a URL without the parameter ${unknown}${list}`);
  }
  if (mode === 'single' && url.hosts.length > 1)
    throw new InvalidSettingError('a URL with one host, or with +sentinel or +cluster in its scheme');
  const parameter = (name: string) => url.parameters.get(name) || undefined;
  const tls = { ca: parameter('cacert'), cert: parameter('cert'), key: parameter('key') };
  if ((tls.cert === undefined) !== (tls.key === undefined))
    throw new InvalidSettingError('a URL with both cert and key, or neither');
  return {
    mode: mode as RedisAddress['mode'],
    hosts: (url.hosts.length > 0 ? url.hosts : [{ host: '', port: undefined }]).map(({ host, port }) => ({
      host: host || 'localhost',
      port: port ?? ports[mode as RedisAddress['mode']],
    })),
    user: url.user,
    password: url.password,
    ...parsePath(url.path, mode as RedisAddress['mode']),
    sentinelLogin: { user: parameter('sentinel_user'), password: parameter('sentinel_password') },
    tls: secure ? tls : null,
  };
}

function parsePath(
  path: string,
  mode: RedisAddress['mode'],
): { service: string | undefined; database: number } {
  const [service, database = '', more] = mode === 'sentinel' ? path.split('/') : [undefined, path];
  if (mode === 'sentinel' && !service)
    throw new InvalidSettingError(
      'a URL with the name that the Sentinels monitor, as in redis+sentinel://host/name',
    );
  if (mode === 'cluster' && path !== '')
    throw new InvalidSettingError('a URL without a path, because a cluster has one database');
  if (!/^\d{0,5}$/.test(database) || more !== undefined)
    throw new InvalidSettingError('a URL whose path ends with the number of a database');
  return { service, database: Number(database) };
}
