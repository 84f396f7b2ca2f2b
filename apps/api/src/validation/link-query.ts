import { Id } from '@shotclock/contracts';
import { Type } from '@sinclair/typebox';
import { Query } from './page-query.ts';

/** The query parameters of a signed link. They have no effect if authentication is disabled. */
export const linkFields = {
  account: Type.Optional(Id('Part of a signed link, which a response contains: the account.')),
  expires: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'Part of a signed link: its expiry time in seconds since 1970.',
    }),
  ),
  signature: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'Part of a signed link: the signature, which replaces an API key.',
    }),
  ),
};

/** The query of a signed link that has no other parameters. */
export const linkQuery = Query(linkFields);
