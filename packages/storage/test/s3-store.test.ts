import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { type S3Server, startS3Server } from '@shotclock/testing';
import { Client } from 'minio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createS3Store } from '../src/index.ts';

let server: S3Server;
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.close());

const withBucket = (bucket: string) => ({ ...server.options, bucket });
/** Looks into the server past the store. */
function rawClient(): Client {
  const { endpoint, region, accessKey, secretKey } = server.options;
  const port = Number(new URL(endpoint).port);
  return new Client({ endPoint: '127.0.0.1', port, useSSL: false, accessKey, secretKey, region });
}

test('a ping makes the bucket that is missing, also when several processes ping at once', async () => {
  const stores = [1, 2, 3, 4].map(() => createS3Store(withBucket('pinged')));
  await Promise.all(stores.map((store) => store.ping()));
  expect(await rawClient().bucketExists('pinged')).toBe(true);
});

test('an object keeps its content type', async () => {
  await createS3Store(withBucket('typed')).put('ab/shot', Buffer.from('x'), 'image/jpeg');
  expect((await rawClient().statObject('typed', 'ab/shot')).metaData['content-type']).toBe('image/jpeg');
});

test('an unknown access key is denied', async () => {
  const store = createS3Store({ ...server.options, accessKey: 'SOMEBODY' });
  await expect(store.put('a', Buffer.from('x'), 'text/plain')).rejects.toMatchObject({
    name: 'StorageError',
    code: 'denied',
  });
});

test('the store itself never takes a stored page for one', async () => {
  await createS3Store(withBucket('typed')).put('ab/page', Buffer.from('<p>'), 'text/html; charset=utf-8');
  const { metaData } = await rawClient().statObject('typed', 'ab/page');
  expect(metaData['content-type']).toBe('text/plain; charset=utf-8');
});

test('a presigned address hands the object out as it was signed for, to anybody', async () => {
  const store = createS3Store(withBucket('presigned'));
  await store.put('ab/shot', Buffer.from('a picture'), 'text/plain');
  const as = {
    contentType: 'image/png',
    contentDisposition: 'inline; filename="shot.png"',
    cacheControl: 'private',
  };
  const address = await store.presign!('ab/shot', {
    method: 'GET',
    from: new Date(),
    expiresSeconds: 60,
    ...as,
  });
  const answer = await fetch(address);
  expect(await answer.text()).toBe('a picture');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': as.contentType,
    'content-disposition': as.contentDisposition,
    'cache-control': as.cacheControl,
  });
  const head = await store.presign!('ab/shot', {
    method: 'HEAD',
    from: new Date(),
    expiresSeconds: 60,
    ...as,
  });
  expect((await fetch(head, { method: 'HEAD' })).headers.get('content-length')).toBe('9');
});

test('addresses are signed for where consumers reach the store', async () => {
  const store = createS3Store({ ...server.options, publicEndpoint: 'https://objects.example' });
  const as = { contentType: 'image/png', contentDisposition: 'inline', cacheControl: 'private' };
  const address = new URL(
    await store.presign!('ab/shot', { method: 'GET', from: new Date(), expiresSeconds: 60, ...as }),
  );
  expect(address.origin).toBe('https://objects.example');
  expect(address.searchParams.get('X-Amz-Expires')).toBe('60');
});

test('an endpoint that nobody listens on is unavailable at once', async () => {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, 'close');
  const store = createS3Store({ ...server.options, endpoint: `http://127.0.0.1:${port}` });
  const unavailable = expect.objectContaining({ name: 'StorageError', code: 'unavailable' });
  await expect(store.ping()).rejects.toEqual(unavailable);
  await expect(store.put('a', Buffer.from('x'), 'text/plain')).rejects.toEqual(unavailable);
  await expect(store.get('a')).rejects.toEqual(unavailable);
});

test('a store that takes the connection and never answers is unavailable after the time-out', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const store = createS3Store({ ...server.options, endpoint: `http://127.0.0.1:${port}`, timeoutMs: 100 });
  await expect(store.ping()).rejects.toMatchObject({ name: 'StorageError', code: 'unavailable' });
  silent.close();
});

test('a store in trouble is unavailable, and used again once it recovered', async () => {
  let status = 503;
  const troubled = createHttpServer((_, response) => response.writeHead(status).end()).listen(0, '127.0.0.1');
  await once(troubled, 'listening');
  const { port } = troubled.address() as AddressInfo;
  const store = createS3Store({ ...server.options, endpoint: `http://127.0.0.1:${port}` });
  await expect(store.ping()).rejects.toMatchObject({ name: 'StorageError', code: 'unavailable' });
  status = 200;
  await store.ping();
  expect(await store.exists('a')).toBe(true);
  troubled.close();
  troubled.closeAllConnections();
});

test.each(['not a url', 'ftp://store', 'http://store/path'])(
  'the endpoint %j is misconfigured',
  (endpoint) => {
    expect(() => createS3Store({ ...server.options, endpoint })).toThrow(
      expect.objectContaining({ name: 'StorageError', code: 'misconfigured' }),
    );
  },
);

test('a bucket name that S3 does not allow is misconfigured', async () => {
  await expect(createS3Store(withBucket('UPPER_case')).ping()).rejects.toMatchObject({
    code: 'misconfigured',
  });
});
