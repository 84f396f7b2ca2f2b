import { readFileSync } from 'node:fs';
import { type ConnectionOptions, createSecureContext, type SecureContextOptions } from 'node:tls';
import { InvalidSettingError } from '../invalid-setting.ts';
import type { PostgresTls } from './parse-postgres-url.ts';

/**
 * Options of a TLS connection. The files are read anew for each connection, so that renewed certificates need no restart. The
 * chain is verified in every mode if `sslrootcert` is given.
 */
export function postgresTlsOptions({ mode, rootCert, client }: PostgresTls): ConnectionOptions {
  return {
    ...certificates({ rootCert, client }),
    rejectUnauthorized: rootCert !== null,
    // Node.js compares the name or the IP address of the host with the certificate. Only verify-full requires that.
    ...(mode === 'verify-full' ? {} : { checkServerIdentity: () => undefined }),
  };
}

/** @throws InvalidSettingError when a file cannot be read or contains no certificate or key */
export function checkPostgresTlsFiles(tls: PostgresTls): void {
  const { rootCert, client } = tls;
  for (const [name, file] of [
    ['sslrootcert', rootCert === 'system' ? null : rootCert],
    ['sslcert', client?.cert],
    ['sslkey', client?.key],
  ] as const) {
    if (file) assertPem(name, file);
  }
  try {
    createSecureContext(certificates(tls));
  } catch (cause) {
    const expected = 'a URL with an sslkey that belongs to sslcert, and its sslpassword if it is encrypted';
    throw new InvalidSettingError(expected, { cause });
  }
}

function certificates({ rootCert, client }: Pick<PostgresTls, 'rootCert' | 'client'>): SecureContextOptions {
  return {
    ...(rootCert !== null && rootCert !== 'system' ? { ca: readFileSync(rootCert) } : {}),
    ...(client
      ? { cert: readFileSync(client.cert), key: readFileSync(client.key), passphrase: client.password }
      : {}),
  };
}

function assertPem(name: string, file: string): void {
  let problem = 'a file in PEM format';
  try {
    if (readFileSync(file, 'latin1').includes('-----BEGIN ')) return;
  } catch (error) {
    problem = `a readable file (${(error as NodeJS.ErrnoException).code})`;
  }
  throw new InvalidSettingError(`a URL whose ${name}, ${file}, is ${problem}`);
}
