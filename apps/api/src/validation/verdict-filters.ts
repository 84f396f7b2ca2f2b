/** List filters for the verdict and the HTTP status of captured pages. */
import { type FieldError, type VerdictKind, verdictKinds } from '@shotclock/contracts';
import type { VerdictFilter } from '@shotclock/db';
import { Type } from '@sinclair/typebox';
import type { RequestRule } from './rules.ts';

/** Longer than all permitted values together, so that an unknown value is reported as such. */
const maxLength = 255;

export const verdictQueryFields = {
  verdict: Type.Optional(
    Type.String({
      maxLength,
      description: `Only captures with one of these verdicts, separated by commas: ${verdictKinds.join(', ')}.`,
      examples: ['challenge,login_wall'],
    }),
  ),
  httpStatus: Type.Optional(
    Type.String({
      maxLength,
      description:
        'Only captures whose page responded with one of these statuses, separated by commas. Each is a status such as `404` or a class such as `5xx`.',
      examples: ['404,5xx'],
    }),
  ),
};

type VerdictQuery = { verdict?: string; httpStatus?: string };

/** Rejects unknown verdicts and statuses. */
export const verdictRule: RequestRule = ({ query }) => {
  const { verdict, httpStatus } = query as VerdictQuery;
  const error = (path: string, code: string, message: string): FieldError[] => [{ path, code, message }];
  return [
    ...(verdict?.split(',').every(isKind) === false
      ? error(
          '/verdict',
          'invalid_verdict',
          `must be a list of ${verdictKinds.join(', ')}, separated by commas`,
        )
      : []),
    ...(httpStatus?.split(',').every((text) => status.test(text)) === false
      ? error(
          '/httpStatus',
          'invalid_status',
          'must be a list of statuses (404) or classes (4xx), separated by commas',
        )
      : []),
  ];
};

const isKind = (text: string): text is VerdictKind => (verdictKinds as string[]).includes(text);
const status = /^[1-5](?:\d\d|xx)$/;

/** The filter in a query that passed `verdictRule`. */
export function verdictFilterOf({ verdict, httpStatus }: VerdictQuery): VerdictFilter {
  return {
    verdicts: verdict?.split(',').filter(isKind) ?? null,
    httpStatuses:
      httpStatus
        ?.split(',')
        .map((text) => [Number(text.replace('xx', '00')), Number(text.replace('xx', '99'))] as const) ?? null,
  };
}
