import { type OptionsOf, requestInit } from '../call-options.ts';
import type { TopUp, Wallet, WalletEntry } from '../openapi.gen.ts';
import { type List, listOf } from '../pages.ts';
import { unwrap } from '../problem-error.ts';
import type { RawClient } from '../raw-client.ts';

export function wallet(raw: RawClient) {
  return {
    async get(options: OptionsOf<'getWallet'> = {}): Promise<Wallet> {
      const { init } = requestInit(options);
      return unwrap(await raw.GET('/api/v1/wallet', init));
    },

    /** All debits and credits, including top-ups. */
    entries(options: OptionsOf<'listWalletEntries'> = {}): List<WalletEntry> {
      const { query, init } = requestInit(options);
      return listOf(query, (position) =>
        raw.GET('/api/v1/wallet/entries', { params: { query: { ...query, ...position } }, ...init }),
      );
    },

    /**
     * Adds credits to any account; requires a key of the default account. Pass your own `idempotencyKey` if you might
     * make the call twice for the same payment.
     */
    async topUp(body: TopUp, options: OptionsOf<'topUpWallet'> = {}): Promise<WalletEntry> {
      const { init } = requestInit(options);
      return unwrap(await raw.POST('/api/v1/wallet/top-ups', { body, ...init }));
    },
  };
}
