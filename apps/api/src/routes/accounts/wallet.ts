import {
  Page,
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
import { textFilter } from '../../validation/list-filters.ts';
import { pageFields, pageRequest, pageRule, Query } from '../../validation/page-query.ts';
import { periodOf, periodQueryFields, periodRule } from '../../validation/period.ts';
import { topUpRule } from '../../validation/rules.ts';

const tags = ['Wallet'];

const fields = sortFields.walletEntries;

export function walletRoutes(app: Api): void {
  app.get(
    '/api/v1/wallet/entries',
    {
      schema: {
        operationId: 'listWalletEntries',
        summary: 'List wallet entries',
        description:
          'Returns the whole ledger: the opening balance, top-ups, and the debits and credits of content-change checks. An entry ' +
          'must match all filters.',
        tags,
        querystring: Query({
          ...pageFields(fields),
          ...periodQueryFields,
          referenceType: Type.Optional(WalletReferenceType),
          transactionType: Type.Optional(TransactionType),
          description: textFilter('description'),
        }),
        response: { 200: Page(WalletEntry) },
      },
      config: { rules: [pageRule(fields), periodRule] },
    },
    async (request) =>
      listWalletEntries(request.ctx, {
        ...request.query,
        ...pageRequest(request, fields),
        ...periodOf(request.query),
      }),
  );

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
          'Adds credits to the wallet of any account and returns the ledger entry, which is not part of the content-change ' +
          'activity. Only keys of the default account can add credits.',
        tags,
        body: TopUpBody,
        response: { 201: WalletEntry },
      },
      config: { scope: 'admin', rules: [topUpRule], problems: ['not_found', 'conflict'] },
    },
    async (request, reply) => reply.code(201).send(await topUpWallet(request.ctx, request.body)),
  );
}
