import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Paths of files in PEM format. */
export type TestCertificate = { cert: string; key: string };

/** Creates a certificate authority with `openssl` in a temporary folder. Its certificates are valid for a day. */
export async function createCertificateAuthority(): Promise<{
  cert: string;
  /** Creates a certificate with the given common name and subject alternative names, for example `IP:127.0.0.1`. */
  issue(commonName: string, alternativeNames?: string): Promise<TestCertificate>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'shotclock-test-certificates-'));
  let created = 0;

  async function create(commonName: string, more: string[]): Promise<TestCertificate> {
    created += 1;
    const cert = join(folder, `${created}.crt`);
    const key = join(folder, `${created}.key`);
    const keyType = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    const subject = ['-subj', `/CN=${commonName}`, '-days', '1'];
    await run('openssl', ['req', '-x509', ...keyType, '-keyout', key, '-out', cert, ...subject, ...more]);
    return { cert, key };
  }

  const authority = await create('Shotclock test authority', []);
  return {
    cert: authority.cert,
    issue: (commonName, alternativeNames) =>
      create(commonName, [
        ...['-CA', authority.cert, '-CAkey', authority.key],
        ...(alternativeNames ? ['-addext', `subjectAltName=${alternativeNames}`] : []),
      ]),
  };
}
