import { type Noun, Page, type PageRequest } from '@shotclock/contracts';
import type { Static, TObject, TProperties } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import type { Api } from './api-instance.ts';
import { expandField, expandRule, parseExpand } from './validation/expand.ts';
import { pageFields, pageRequest, pageRule, Query } from './validation/page-query.ts';
import type { RequestRule } from './validation/rules.ts';

/** A noun whose records can be listed, or a variant of a noun, for example with more fields. */
type Listed = Pick<Noun, 'group' | 'scope' | 'schema'> & { sortFields: readonly [string, ...string[]] };
type Nothing = Record<never, never>;
type ListInput<
  N extends Listed,
  Params extends TProperties,
  Filters extends TProperties,
  Expansion extends string,
> = Static<TObject<Params>> &
  Static<TObject<Filters>> &
  Required<PageRequest<N['sortFields'][number]>> & { expand: ReadonlySet<Expansion> };

type ListRoute<
  N extends Listed,
  Params extends TProperties,
  Filters extends TProperties,
  Expansion extends string,
> = {
  noun: N;
  operationId: string;
  summary: string;
  description: string;
  params?: TObject<Params>;
  /** The query parameters other than `expand` and the paging parameters. */
  filters?: Filters;
  /** Rules that check the filters. */
  rules?: RequestRule[];
  /** The names that `expand` permits. */
  expansions?: readonly Expansion[];
  /** `input` contains the path parameters, the filters and the page. */
  read: (
    request: Pick<FastifyRequest, 'ctx' | 'identity'>,
    input: ListInput<N, Params, Filters, Expansion>,
  ) => Promise<Page<Static<N['schema']>>>;
};

/** Registers a list route. The noun provides the group, scope, sort fields and schema. */
export function listRoute<
  const N extends Listed,
  Params extends TProperties = Nothing,
  Filters extends TProperties = Nothing,
  Expansion extends string = never,
>(
  app: Api,
  path: string,
  {
    noun,
    params,
    filters,
    rules = [],
    expansions,
    read,
    ...documentation
  }: ListRoute<N, Params, Filters, Expansion>,
): void {
  const { group, scope, schema, sortFields } = noun;
  app.get(
    path,
    {
      schema: {
        ...documentation,
        tags: [group],
        ...(params && { params }),
        querystring: Query({
          ...pageFields(sortFields),
          ...filters,
          ...(expansions && { expand: expandField(expansions) }),
        }),
        response: { 200: Page(schema) },
      },
      config: {
        ...(scope && { scope }),
        rules: [pageRule(sortFields), ...rules, ...(expansions ? [expandRule(expansions)] : [])],
      },
    },
    async (request) => {
      const query = request.query as Parameters<typeof pageRequest>[0]['query'] & { expand?: string };
      const input = {
        ...(request.params as object),
        ...query,
        ...pageRequest({ url: request.url, query }, sortFields),
        expand: parseExpand(query.expand),
      };
      return read(request, input as ListInput<N, Params, Filters, Expansion>);
    },
  );
}
