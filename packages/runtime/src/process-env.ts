/** The environment as the process got it: the only place that touches `process.env`. */
export function processEnv(): Readonly<Record<string, string | undefined>> {
  return process.env;
}
