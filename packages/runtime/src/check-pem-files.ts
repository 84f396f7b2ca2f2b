import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { InvalidSettingError } from './invalid-setting.ts';

/** URL parameters, and the PEM files that they specify. */
type PemFiles = { ca?: PemFile; cert?: PemFile; key?: PemFile; password?: string | undefined };
type PemFile = { name: string; file: string };

/** @throws InvalidSettingError if a file cannot be read or contains no certificate or key, or if the key does not match the certificate */
export function checkPemFiles({ ca, cert, key, password }: PemFiles): void {
  const [caText, certText, keyText] = [ca, cert, key].map((one) => one && readPem(one));
  try {
    createSecureContext({ ca: caText, cert: certText, key: keyText, passphrase: password });
  } catch (cause) {
    const names = [ca, cert, key].flatMap((one) => (one ? [one.name] : [])).join(', ');
    throw new InvalidSettingError(
      `a URL with a certificate and the key that belongs to it, and its password if it is encrypted (${names})`,
      { cause },
    );
  }
}

function readPem({ name, file }: PemFile): string {
  let problem = 'a file in PEM format';
  try {
    const text = readFileSync(file, 'latin1');
    if (text.includes('-----BEGIN ')) return text;
  } catch (error) {
    problem = `a readable file (${(error as NodeJS.ErrnoException).code})`;
  }
  throw new InvalidSettingError(`a URL whose ${name}, ${file}, is ${problem}`);
}
