/** `?expand=a,b`: what an answer shows beyond the specified fields (decisions, section 1). */
import type { FieldError } from '@shotclock/contracts';
import { Type } from '@sinclair/typebox';
import type { RuleRequest } from './rules.ts';

/** The value of `expand`, of a route that permits these names. */
export type ExpandText<Name extends string> = string & { readonly permitted?: Name };

/** The schema of `expand` for a route whose answers can show `names`. Goes with `expandRule` of the same names. */
export function expandField<const Name extends string>(names: readonly Name[]) {
  return Type.Optional(
    Type.Unsafe<ExpandText<Name>>(
      Type.String({
        description: `What the answer shows beyond its own fields, separated by commas: ${names.join(', ')}.`,
        examples: [names.join(',')],
      }),
    ),
  );
}

/** Refuses an `expand` that has another name or the same one twice, and lists the permitted ones. */
export function expandRule(names: readonly string[]) {
  const permitted = `permitted: ${names.join(', ')}`;
  return ({ query }: RuleRequest): FieldError[] => {
    const given = query.expand?.split(',') ?? [];
    const fault = (code: string, message: string): FieldError[] => [{ path: '/expand', code, message }];
    if (given.some((name) => !names.includes(name)))
      return fault('invalid_expand', `must be a list of names separated by commas; ${permitted}`);
    if (new Set(given).size < given.length)
      return fault('duplicate', `must name nothing twice; ${permitted}`);
    return [];
  };
}

/** The names in an `expand` that passed `expandRule`; none when it is left out. */
export function readExpand<Name extends string>(text: ExpandText<Name> | undefined): ReadonlySet<Name> {
  return new Set(text === undefined ? [] : (text.split(',') as Name[]));
}
