/** List filters for the verdict and the HTTP status of captured pages. */
import {
  type FieldError,
  invalidStatusList,
  invalidVerdictList,
  isStatusList,
  isVerdictList,
  limits,
  type VerdictKind,
  verdictKinds,
} from '@shotclock/contracts';
import type { VerdictFilter } from '@shotclock/db';
import { Type } from '@sinclair/typebox';
import type { RequestRule } from './rules.ts';

const maxLength = limits.filterLength;

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
  const errors: FieldError[] = [];
  if (verdict !== undefined && !isVerdictList(verdict))
    errors.push({ path: '/verdict', ...invalidVerdictList });
  if (httpStatus !== undefined && !isStatusList(httpStatus))
    errors.push({ path: '/httpStatus', ...invalidStatusList });
  return errors;
};

const isKind = (text: string): text is VerdictKind => (verdictKinds as string[]).includes(text);

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
