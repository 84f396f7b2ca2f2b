import {
  nouns,
  sortFields,
  TopUpBody,
  TransactionType,
  Wallet,
  WalletEntry,
  WalletReferenceType,
} from '@shotclock/contracts';
import { getWallet, listWalletEntries, topUpWallet } from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import type { Api } from '../../api-instance.ts';
import { listRoute } from '../../list-route.ts';
import { textFilter } from '../../validation/list-filters.ts';
import { periodOf, periodQueryFields, periodRule } from '../../validation/period.ts';
import { topUpRule } from '../../validation/rules.ts';

const tags = [nouns.wallets.group];

export function walletRoutes(app: Api): void {
  listRoute(app, '/api/v1/wallet/entries', {
    noun: { ...nouns.wallets, schema: WalletEntry, sortFields: sortFields.walletEntries },
    operationId: 'listWalletEntries',
    summary: 'List wallet entries',
    description:
      'Returns the whole ledger: the opening balance, top-ups, and the debits and credits of content-change checks. Filters ' +
      'are combined with AND.',
    filters: {
      ...periodQueryFields,
      referenceType: Type.Optional(WalletReferenceType),
      transactionType: Type.Optional(TransactionType),
      description: textFilter('description'),
    },
    rules: [periodRule],
    read: ({ ctx }, input) => listWalletEntries(ctx, { ...input, ...periodOf(input) }),
  });

  app.get(
    '/api/v1/wallet',
    {
      schema: {
        operationId: 'getWallet',
        summary: 'Get the wallet',
        description: 'Returns the balance after the last ledger entry.',
        tags,
        response: { 200: Wallet },
      },
    },
    async (request) => getWallet(request.ctx),
  );

  app.post(
    '/api/v1/wallet/top-ups',
    {
      schema: {
        operationId: 'topUpWallet',
        summary: 'Top up the wallet',
        description:
          'Adds credits to the wallet of any account and returns the ledger entry, which does not appear in the content-change ' +
          'activity feed. Only keys of the default account can add credits.',
        tags,
        body: TopUpBody,
        response: { 201: WalletEntry },
      },
      config: { scope: 'admin', rules: [topUpRule], problems: ['not_found', 'conflict'] },
    },
    async (request, reply) => reply.code(201).send(await topUpWallet(request.ctx, request.body)),
  );
}
