import leven from 'leven';
import { type SettingName, settings } from './settings.ts';

/** An environment variable that is not a setting, although its name says so. `hint` follows the sentence "NAME is not a setting". */
export type UnknownSetting = { readonly name: string; readonly hint: string };

/** Names with at most this many different characters are taken for misspelt ones. */
const maxDistance = 2;
/** Shorter names resemble variables of other programs. */
const minLength = 8;

const names = Object.keys(settings) as SettingName[];

/** The variables of the environment that look like settings and would be ignored. A variable that is empty counts as unset. */
export function unknownSettings(env: Readonly<Record<string, string | undefined>>): UnknownSetting[] {
  return Object.keys(env)
    .filter((name) => env[name] && !Object.hasOwn(settings, name))
    .flatMap((name) => {
      const hint = similarHint(name);
      return hint === undefined ? [] : [{ name, hint }];
    });
}

function similarHint(name: string): string | undefined {
  if (name.length < minLength) return undefined;
  const similar = names.find(
    (known) =>
      known.length >= minLength &&
      leven(name.toUpperCase(), known, { maxDistance: maxDistance + 1 }) <= maxDistance,
  );
  return similar && `; did you mean ${similar}?`;
}
