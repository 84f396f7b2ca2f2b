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
/** Reads directly from the server, without the store. */
function rawClient(): Client {
  const { endpoint, region, accessKey, secretKey } = server.options;
  const port = Number(new URL(endpoint).port);
  return new Client({ endPoint: '127.0.0.1', port, useSSL: false, accessKey, secretKey, region });
}

test('a ping creates a missing bucket, even if several stores ping at the same time', async () => {
  const stores = [1, 2, 3, 4].map(() => createS3Store(withBucket('pinged')));
  await Promise.all(stores.map((store) => store.ping()));
  expect(await rawClient().bucketExists('pinged')).toBe(true);
});

test('an object is stored with its content type', async () => {
  await createS3Store(withBucket('typed')).put('ab/shot', Buffer.from('x'), 'image/jpeg');
  expect((await rawClient().statObject('typed', 'ab/shot')).metaData['content-type']).toBe('image/jpeg');
});

test('a store with an unknown access key rejects with the code denied', async () => {
  const store = createS3Store({ ...server.options, accessKey: 'SOMEBODY' });
  await expect(store.put('a', Buffer.from('x'), 'text/plain')).rejects.toMatchObject({
    name: 'StorageError',
    code: 'denied',
  });
});

test('HTML is stored with the content type text/plain', async () => {
  await createS3Store(withBucket('typed')).put('ab/page', Buffer.from('<p>'), 'text/html; charset=utf-8');
  const { metaData } = await rawClient().statObject('typed', 'ab/page');
  expect(metaData['content-type']).toBe('text/plain; charset=utf-8');
});

test('a presigned URL returns the object with the signed headers', async () => {
  const store = createS3Store(withBucket('presigned'));
  await store.put('ab/shot', Buffer.from('a picture'), 'text/plain');
  const as = {
    contentType: 'image/png',
    contentDisposition: 'inline; filename="shot.png"',
    cacheControl: 'private',
  };
  const url = await store.presign!('ab/shot', {
    method: 'GET',
    from: new Date(),
    expiresSeconds: 60,
    ...as,
  });
  const response = await fetch(url);
  expect(await response.text()).toBe('a picture');
  expect(Object.fromEntries(response.headers)).toMatchObject({
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

test('presigned URLs use the public endpoint', async () => {
  const store = createS3Store({ ...server.options, publicEndpoint: 'https://objects.example' });
  const as = { contentType: 'image/png', contentDisposition: 'inline', cacheControl: 'private' };
  const url = new URL(
    await store.presign!('ab/shot', { method: 'GET', from: new Date(), expiresSeconds: 60, ...as }),
  );
  expect(url.origin).toBe('https://objects.example');
  expect(url.searchParams.get('X-Amz-Expires')).toBe('60');
});

test('a store is unavailable if its endpoint refuses connections', async () => {
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

test('a store is unavailable after the timeout if it never responds', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const store = createS3Store({ ...server.options, endpoint: `http://127.0.0.1:${port}`, timeoutMs: 100 });
  await expect(store.ping()).rejects.toMatchObject({ name: 'StorageError', code: 'unavailable' });
  silent.close();
});

test('a store is unavailable while it responds with errors', async () => {
  let status = 503;
  const failing = createHttpServer((_, response) => response.writeHead(status).end()).listen(0, '127.0.0.1');
  await once(failing, 'listening');
  const { port } = failing.address() as AddressInfo;
  const store = createS3Store({ ...server.options, endpoint: `http://127.0.0.1:${port}` });
  await expect(store.ping()).rejects.toMatchObject({ name: 'StorageError', code: 'unavailable' });
  status = 200;
  await store.ping();
  expect(await store.exists('a')).toBe(true);
  failing.close();
  failing.closeAllConnections();
});

test.each(['not a url', 'ftp://store', 'http://store/path'])(
  'createS3Store rejects the endpoint %j as misconfigured',
  (endpoint) => {
    expect(() => createS3Store({ ...server.options, endpoint })).toThrow(
      expect.objectContaining({ name: 'StorageError', code: 'misconfigured' }),
    );
  },
);

test('rejects a bucket name that is invalid in S3 as misconfigured', async () => {
  await expect(createS3Store(withBucket('UPPER_case')).ping()).rejects.toMatchObject({
    code: 'misconfigured',
  });
});
