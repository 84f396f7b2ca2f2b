import type { ContentCheck, Wallet } from '@shotclock/contracts';
import type { TestApi } from '../../test-api.fixture.ts';

export const path = '/api/v1/content-changes';
export const otherPicture = Buffer.from('another picture');

/** Functions that send requests for content-change checks to an API. */
export function contentChecks(api: () => TestApi) {
  let pages = 0;
  const create = (body: unknown, prefer = 'respond-async') =>
    api().send<ContentCheck>('POST', path, body, { prefer });
  const get = async (id: number) => (await api().send<ContentCheck>('GET', `${path}/${id}`)).body;
  return {
    create,
    get,
    balance: async () => (await api().send<Wallet>('GET', '/api/v1/wallet')).body.balance,
    /** A URL that no other test checks. */
    newUrl(): string {
      pages += 1;
      return `https://example.com/${pages}`;
    },
    /** A finished check of a page that looks like `picture`. */
    async check(body: object, picture?: Buffer): Promise<ContentCheck> {
      const { id } = (await create(body)).body;
      await api().work(undefined, { picture });
      return get(id);
    },
  };
}
