import { Type } from '@sinclair/typebox';
import { limits } from '../limits.ts';
import { verdictKinds } from './page-record.ts';

const Condition = (description: string, example: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: limits.textLength,
      pattern: '\\S',
      description,
      examples: [example],
    }),
  );
const List = (description: string, example: string) =>
  Type.Optional(Type.String({ maxLength: limits.filterLength, description, examples: [example] }));

/** The conditions under which a capture fails. */
export const FailWhen = Type.Object(
  {
    status: List(
      'The page responded with one of these HTTP statuses, separated by commas. Each is a status such as `451` or a class such as `5xx`.',
      '4xx,5xx',
    ),
    text: Condition(
      'The visible text contains this text. Case and differences in whitespace are ignored.',
      'Out of stock',
    ),
    noText: Condition(
      'The visible text does not contain this text. Case and differences in whitespace are ignored.',
      'Add to cart',
    ),
    selector: Condition('An element matches this CSS selector.', '.error'),
    noSelector: Condition('No element matches this CSS selector.', '.price'),
    verdict: List(
      `The page has one of these verdicts, certain or likely, separated by commas: ${verdictKinds.join(', ')}.`,
      'challenge,login_wall',
    ),
  },
  {
    title: 'FailWhen',
    additionalProperties: false,
    minProperties: 1,
    description:
      'Fail the capture with `page_rejected` if one of these conditions applies to the captured page.',
    examples: [{ status: '4xx,5xx', noSelector: '.price' }],
  },
);
