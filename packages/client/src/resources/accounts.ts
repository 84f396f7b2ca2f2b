import { type OptionsOf, requestInit } from '../call-options.ts';
import type { Account, AccountChanges, AccountRequest, Me } from '../openapi.gen.ts';
import { type List, listOf } from '../pages.ts';
import { unwrap } from '../problem-error.ts';
import type { RawClient } from '../raw-client.ts';
import { type ResourceRead, readResource } from '../resource-read.ts';

/** The account and the API key that this client uses. */
export function me(raw: RawClient) {
  return async (options: OptionsOf<'getMe'> = {}): Promise<Me> => {
    const { init } = requestInit(options);
    return unwrap(await raw.GET('/api/v1/me', init));
  };
}

/** Requires a key with the `admin` scope. */
export function accounts(raw: RawClient) {
  return {
    list(options: OptionsOf<'listAccounts'> = {}): List<Account> {
      const { query, init } = requestInit(options);
      return listOf(query, (position) =>
        raw.GET('/api/v1/accounts', { params: { query: { ...query, ...position } }, ...init }),
      );
    },

    async create(body: AccountRequest, options: OptionsOf<'createAccount'> = {}): Promise<Account> {
      const { init } = requestInit(options);
      return unwrap(await raw.POST('/api/v1/accounts', { body, ...init }));
    },

    get(id: number, options: OptionsOf<'getAccount'> = {}): ResourceRead<Account> {
      const { init } = requestInit(options);
      return readResource(raw.GET('/api/v1/accounts/{id}', { params: { path: { id } }, ...init }));
    },

    async update(
      id: number,
      body: AccountChanges,
      options: OptionsOf<'updateAccount'> = {},
    ): Promise<Account> {
      const { init } = requestInit(options);
      return unwrap(await raw.PATCH('/api/v1/accounts/{id}', { params: { path: { id } }, body, ...init }));
    },
  };
}
