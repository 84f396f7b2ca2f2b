const defaultWaitSeconds = 60;
const longestWaitSeconds = 120;

/** How long to wait for a result, and what to name in `Preference-Applied`; null when nothing was preferred. */
export type Preference = { waitSeconds: number; applied: string | null };

/**
 * Reads `Prefer` (RFC 7240): `wait=N` in seconds, 120 at most, and `respond-async`, which alone means not to wait at
 * all. Without either it is 60 seconds. What is not understood is ignored, as the standard asks.
 */
export function readPreference(header: string | string[] | undefined): Preference {
  const preferences = [header ?? []]
    .flat()
    .flatMap((line) => line.split(','))
    .map((text) => text.split(';', 1)[0]!.trim().toLowerCase());
  const waits = preferences.flatMap((text) => /^wait\s*=\s*"?(\d+)"?$/.exec(text)?.[1] ?? []);
  const wait = waits.length === 0 ? null : Math.min(Number(waits[0]), longestWaitSeconds);
  const async = preferences.includes('respond-async');
  const applied = [...(async ? ['respond-async'] : []), ...(wait === null ? [] : [`wait=${wait}`])];
  return {
    waitSeconds: wait ?? (async ? 0 : defaultWaitSeconds),
    applied: applied.length === 0 ? null : applied.join(', '),
  };
}
