/** The environment of this process. No other code reads `process.env`. */
export function processEnv(): Readonly<Record<string, string | undefined>> {
  return process.env;
}
