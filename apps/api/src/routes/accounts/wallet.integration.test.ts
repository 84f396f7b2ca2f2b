import type { Wallet, WalletEntry } from '@shotclock/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, expectProblem, type TestApi } from '../../test-api.fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const topUps = '/api/v1/wallet/top-ups';
const topUp = (body: unknown) => api.send<WalletEntry>('POST', topUps, body);

describe('the wallet', () => {
  test('has the opening balance of a new account', async () => {
    const { status, body } = await api.send<Wallet>('GET', '/api/v1/wallet');
    expect(status).toBe(200);
    expect(body).toStrictEqual({ balance: 1_000, updatedAt: expect.stringMatching(/Z$/), canTopUp: true });
  });

  test('is topped up by a ledger entry with the fields of section 2.6', async () => {
    const response = await topUp({ amount: 12.5, description: 'Invoice 7' });
    expect(response.status).toBe(201);
    expect(response.body).toStrictEqual({
      transactionType: 'CREDIT',
      referenceType: 'TOP_UP',
      referenceId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      amount: 12.5,
      balanceBefore: 1_000,
      balanceAfter: 1_012.5,
      status: 'SUCCESS',
      description: 'Invoice 7',
      createdAt: expect.stringMatching(/Z$/),
    });
    const { body } = await api.send<Wallet>('GET', '/api/v1/wallet');
    expect(body).toStrictEqual({ balance: 1_012.5, updatedAt: response.body.createdAt, canTopUp: true });
    expect((await topUp({ amount: 0.0001, description: null })).body.description).toBe('Top-up');
  });

  const rejected: [body: unknown, errors: string[]][] = [
    [undefined, [' required']],
    [{}, ['/amount required']],
    [{ amount: 0 }, ['/amount out_of_range']],
    [{ amount: -1 }, ['/amount out_of_range']],
    [{ amount: 1_000_000_000.0001 }, ['/amount out_of_range']],
    [{ amount: 0.00015 }, ['/amount too_precise']],
    [{ amount: 999_999_999.00001 }, ['/amount too_precise']],
    [{ amount: '1' }, ['/amount invalid_type']],
    [
      { amount: 1, description: 'x'.repeat(256), note: 'y' },
      ['/description too_long', '/note unknown_field'],
    ],
  ];
  test.each(rejected)('rejects %j', async (body, errors) => {
    expectProblem(await topUp(body), 'validation_failed', errors);
  });

  test('cannot contain more than 100,000,000,000 credits', async () => {
    for (let n = 0; n < 99; n += 1) expect((await topUp({ amount: 1_000_000_000 })).status).toBe(201);
    expectProblem(await topUp({ amount: 1_000_000_000 }), 'conflict');
  });
});
