import leven from 'leven';
import { secretFileNames } from './secret-files.ts';
import { settings } from './settings.ts';

/** An environment variable whose name looks like a setting's name. `hint` is appended to the sentence "NAME is not a setting". */
export type UnknownSetting = { readonly name: string; readonly hint: string };

/** A name that differs from the name of a setting in at most this many characters is considered misspelled. */
const maxDistance = 2;
/** Shorter names are ignored, because they could be variables of other programs. */
const minLength = 8;

const names: readonly string[] = [...Object.keys(settings), ...secretFileNames];

/** Returns the environment variables that look like settings but would be ignored. An empty variable counts as unset. */
export function unknownSettings(env: Readonly<Record<string, string | undefined>>): UnknownSetting[] {
  return Object.keys(env)
    .filter((name) => env[name] && !names.includes(name))
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
