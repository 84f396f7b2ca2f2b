import { type Noun, Page, type PageRequest } from '@shotclock/contracts';
import type { Static, TObject, TProperties } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import type { Api } from './api-instance.ts';
import { pageFields, pageRequest, pageRule, Query } from './validation/page-query.ts';
import type { RequestRule } from './validation/rules.ts';

/** A noun that has a list. */
type Listed = Noun & { sortFields: readonly [string, ...string[]] };
type Nothing = Record<never, never>;
type ListRequest<Params extends TProperties, Filters extends TProperties> = Pick<
  FastifyRequest,
  'ctx' | 'identity'
> & { params: Static<TObject<Params>>; query: Static<TObject<Filters>> };

type ListRoute<N extends Listed, Params extends TProperties, Filters extends TProperties> = {
  noun: N;
  operationId: string;
  summary: string;
  description: string;
  params?: TObject<Params>;
  /** The query parameters besides those of the page. */
  filters?: Filters;
  /** Checks of the filters. */
  rules?: RequestRule[];
  read: (
    request: ListRequest<Params, Filters>,
    page: Required<PageRequest<N['sortFields'][number]>>,
  ) => Promise<Page<Static<N['schema']>>>;
};

/** Registers the list of a noun, whose group, scope, sort fields and schema are those of the noun. */
export function listRoute<
  const N extends Listed,
  Params extends TProperties = Nothing,
  Filters extends TProperties = Nothing,
>(
  app: Api,
  path: string,
  { noun, params, filters, rules = [], read, ...documentation }: ListRoute<N, Params, Filters>,
): void {
  const { group, scope, schema, sortFields } = noun;
  app.get(
    path,
    {
      schema: {
        ...documentation,
        tags: [group],
        ...(params && { params }),
        querystring: Query({ ...pageFields(sortFields), ...filters }),
        response: { 200: Page(schema) },
      },
      config: { ...(scope && { scope }), rules: [pageRule(sortFields), ...rules] },
    },
    async (request) =>
      read(
        request as unknown as ListRequest<Params, Filters>,
        pageRequest<N['sortFields'][number]>(request as never, sortFields),
      ),
  );
}
