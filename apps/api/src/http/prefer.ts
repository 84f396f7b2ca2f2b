const defaultWaitSeconds = 60;
const maxWaitSeconds = 120;

/** How long to wait for a result, and the value of `Preference-Applied`, which is null without a preference. */
export type Preference = { waitSeconds: number; applied: string | null };

/**
 * Parses `Prefer` (RFC 7240): `wait=N`, in seconds, at most 120, and `respond-async`, which requests an immediate
 * response unless `wait` is also given. Default: 60 seconds. Unknown preferences are ignored, as the RFC requires.
 */
export function parsePreference(header: string | string[] | undefined): Preference {
  const preferences = [header ?? []]
    .flat()
    .flatMap((line) => line.split(','))
    .map((text) => text.split(';', 1)[0]!.trim().toLowerCase());
  const waits = preferences.flatMap((text) => /^wait\s*=\s*"?(\d+)"?$/.exec(text)?.[1] ?? []);
  const wait = waits.length === 0 ? null : Math.min(Number(waits[0]), maxWaitSeconds);
  const async = preferences.includes('respond-async');
  const applied = [...(async ? ['respond-async'] : []), ...(wait === null ? [] : [`wait=${wait}`])];
  return {
    waitSeconds: wait ?? (async ? 0 : defaultWaitSeconds),
    applied: applied.length === 0 ? null : applied.join(', '),
  };
}
