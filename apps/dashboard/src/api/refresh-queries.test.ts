import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { refreshQueries } from './refresh-queries.ts';

test('refetches a query whose initial request started before the change', async () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const requests: PromiseWithResolvers<string>[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey: ['apiKeys.list'],
    queryFn() {
      const request = Promise.withResolvers<string>();
      requests.push(request);
      return request.promise;
    },
  });
  onTestFinished(observer.subscribe(() => undefined));
  expect(requests).toHaveLength(1);

  const refreshed = refreshQueries(queryClient, { queryKey: ['apiKeys.list'] });
  requests[0]?.resolve('before the change');
  await expect.poll(() => requests.length).toBe(2);
  requests[1]?.resolve('after the change');
  await refreshed;
  expect(observer.getCurrentResult().data).toBe('after the change');
});
