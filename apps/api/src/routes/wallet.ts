import { TopUpBody, Wallet, WalletEntry } from '@shotclock/contracts';
import { getWallet, topUpWallet } from '@shotclock/core';
import type { Api } from '../api-instance.ts';
import { topUpRule } from '../validation/rules.ts';

const tags = ['Wallet'];

export function walletRoutes(app: Api): void {
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
          'Adds credits and returns the ledger entry. The entry is not part of the content-change activity.',
        tags,
        body: TopUpBody,
        response: { 201: WalletEntry },
      },
      config: { rules: [topUpRule], problems: ['conflict'] },
    },
    async (request, reply) => reply.code(201).send(await topUpWallet(request.ctx, request.body)),
  );
}
