import { Account, AccountBody, AccountChangesBody, Id, Me, nouns } from '@shotclock/contracts';
import { createAccount, getAccount, getMe, listAccounts, updateAccount } from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import type { Api, ApiDependencies } from '../../api-instance.ts';
import { listRoute } from '../../list-route.ts';

const { group, scope } = nouns.accounts;
const tags = [group];
const params = Type.Object({ id: Id('Account ID.') });

export function accountRoutes(app: Api, { publicUrl }: ApiDependencies): void {
  app.get(
    '/api/v1/me',
    {
      schema: {
        operationId: 'getMe',
        summary: 'Get the current account and API key',
        description:
          'Returns the account, its limits with their current usage, and the key. Any valid key can read this, regardless of its scopes.',
        tags,
        response: { 200: Me },
      },
      config: { scope: null },
    },
    async (request) => getMe(request.ctx, request.identity),
  );

  listRoute(app, '/api/v1/accounts', {
    noun: nouns.accounts,
    operationId: 'listAccounts',
    summary: 'List accounts',
    description:
      'Keys of the default account can read all accounts. Other keys can read only their own account.',
    read: ({ ctx }, input) => listAccounts(ctx, input),
  });

  app.post(
    '/api/v1/accounts',
    {
      schema: {
        operationId: 'createAccount',
        summary: 'Create an account',
        description: 'Creates an account without keys. Only keys of the default account can create accounts.',
        tags,
        body: AccountBody,
        response: { 201: Account },
      },
      config: { scope, responseHeaders: ['Location'] },
    },
    async (request, reply) => {
      const account = await createAccount(request.ctx, request.body);
      return reply.code(201).header('location', `${publicUrl()}/api/v1/accounts/${account.id}`).send(account);
    },
  );

  app.get(
    '/api/v1/accounts/:id',
    {
      schema: {
        operationId: 'getAccount',
        summary: 'Get an account',
        description:
          'Keys of the default account can read any account. Other keys can read only their own account.',
        tags,
        params,
        response: { 200: Account },
      },
      config: { scope },
    },
    async (request) => getAccount(request.ctx, { accountId: request.params.id }),
  );

  app.patch(
    '/api/v1/accounts/:id',
    {
      schema: {
        operationId: 'updateAccount',
        summary: 'Change an account',
        description:
          'Keys of the default account can rename any account and change its limits. Other keys can only rename their own account. Omitted ' +
          'limits do not change.',
        tags,
        params,
        body: AccountChangesBody,
        response: { 200: Account },
      },
      config: { scope },
    },
    async (request) => updateAccount(request.ctx, { accountId: request.params.id, ...request.body }),
  );
}
