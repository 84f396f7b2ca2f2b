/** `?expand=a,b`: adds optional fields to a response. */
import type { FieldError } from '@shotclock/contracts';
import { Type } from '@sinclair/typebox';
import type { RuleRequest } from './rules.ts';

/** The value of `expand`, typed with the names that the route permits. */
export type ExpandText<Name extends string> = string & { readonly permitted?: Name };

/**
 * Longer than all names of any route together, so that an unknown name is reported as unknown rather than as too long.
 */
const maxLength = 255;

/** The schema of `expand` for a route that permits `names`. Use it together with `expandRule` for the same names. */
export function expandField<const Name extends string>(names: readonly Name[]) {
  return Type.Optional(
    Type.Unsafe<ExpandText<Name>>(
      Type.String({
        maxLength,
        description: `Additional fields to include in the response, separated by commas: ${names.join(', ')}.`,
        examples: [names.join(',')],
      }),
    ),
  );
}

/** Rejects an `expand` with an unknown or repeated name. */
export function expandRule(names: readonly string[]) {
  const permitted = `permitted: ${names.join(', ')}`;
  return ({ query }: RuleRequest): FieldError[] => {
    const given = query.expand?.split(',') ?? [];
    const error = (code: string, message: string): FieldError[] => [{ path: '/expand', code, message }];
    if (given.some((name) => !names.includes(name)))
      return error('invalid_expand', `must be a list of names separated by commas; ${permitted}`);
    if (new Set(given).size < given.length)
      return error('duplicate', `must not contain a name twice; ${permitted}`);
    return [];
  };
}

/** The names in an `expand` value that has passed `expandRule`. */
export function parseExpand<Name extends string>(text: ExpandText<Name> | undefined): ReadonlySet<Name> {
  return new Set(text === undefined ? [] : (text.split(',') as Name[]));
}
