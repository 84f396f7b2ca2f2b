import { readFileSync } from 'node:fs';
import { type Setting, type SettingName, settings } from './settings.ts';

type Env = Readonly<Record<string, string | undefined>>;
export type SecretFileName = `${SettingName}_FILE`;
export type SecretFileError = {
  readonly name: SecretFileName;
  readonly value: string;
  readonly expected: string;
};

const secrets = (Object.keys(settings) as SettingName[]).filter(
  (name) => (settings[name] as Setting<unknown>).secret,
);

/** The variables that contain paths of files with secrets, as Docker and Kubernetes provide them. */
export const secretFileNames: readonly SecretFileName[] = secrets.map((name) => `${name}_FILE` as const);

/**
 * Reads the secrets whose files the environment names. The last line break of a file does not belong to the secret.
 * @returns the environment with the secrets, and the names that cannot be used
 */
export function readSecretFiles(env: Env): { env: Env; errors: SecretFileError[] } {
  const found: Record<string, string> = {};
  const errors: SecretFileError[] = [];
  for (const secret of secrets) {
    const name: SecretFileName = `${secret}_FILE`;
    const file = env[name];
    if (!file) continue;
    const text = env[secret] ? `unset, because ${secret} is set` : readSecret(file);
    if (typeof text === 'string') errors.push({ name, value: file, expected: text });
    else found[secret] = text.secret;
  }
  return { env: { ...env, ...found }, errors };
}

/** Returns what the path must be instead if its file cannot be used. */
function readSecret(file: string): { secret: string } | string {
  try {
    const secret = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    return secret === '' ? 'the path of a file that is not empty' : { secret };
  } catch (error) {
    return `the path of a readable file (${(error as NodeJS.ErrnoException).code})`;
  }
}
