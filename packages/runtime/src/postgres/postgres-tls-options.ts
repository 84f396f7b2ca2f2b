import { readFileSync } from 'node:fs';
import type { ConnectionOptions, SecureContextOptions } from 'node:tls';
import { checkPemFiles } from '../check-pem-files.ts';
import type { PostgresTls } from './parse-postgres-url.ts';

/**
 * Options for a TLS connection. The files are read for each connection, so renewed certificates do not require a restart.
 * If `sslrootcert` is given, the certificate chain is verified in every mode.
 */
export function postgresTlsOptions({ mode, rootCert, client }: PostgresTls): ConnectionOptions {
  return {
    ...certificates({ rootCert, client }),
    rejectUnauthorized: rootCert !== null,
    // Node.js compares the host name or IP address with the certificate, but only verify-full requires that.
    ...(mode === 'verify-full' ? {} : { checkServerIdentity: () => undefined }),
  };
}

/** @throws InvalidSettingError, see `checkPemFiles` */
export function checkPostgresTlsFiles({ rootCert, client }: PostgresTls): void {
  checkPemFiles({
    ...(rootCert !== null && rootCert !== 'system' ? { ca: { name: 'sslrootcert', file: rootCert } } : {}),
    ...(client
      ? {
          cert: { name: 'sslcert', file: client.cert },
          key: { name: 'sslkey', file: client.key },
          password: client.password,
        }
      : {}),
  });
}

function certificates({ rootCert, client }: Pick<PostgresTls, 'rootCert' | 'client'>): SecureContextOptions {
  return {
    ...(rootCert !== null && rootCert !== 'system' ? { ca: readFileSync(rootCert) } : {}),
    ...(client
      ? { cert: readFileSync(client.cert), key: readFileSync(client.key), passphrase: client.password }
      : {}),
  };
}
