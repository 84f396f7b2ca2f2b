import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createAsset } from './asset.ts';
import { contentCodings } from './content-coding.ts';

const text = 'An asset. '.repeat(1_000);

/** Compressors that count their calls and do not finish until `release` is called. */
function heldCompressors() {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  let calls = 0;
  const compress = () => {
    calls += 1;
    return calls === 1 ? promise : Promise.resolve(Buffer.from('again'));
  };
  return {
    compressors: { br: compress, zstd: compress, gzip: compress, deflate: compress },
    release: resolve,
    fail: reject,
    calls: () => calls,
  };
}

test('an asset is compressed with each content coding', async () => {
  const asset = createAsset(text, 'text/plain');
  const decompressors = {
    br: brotliDecompressSync,
    zstd: zstdDecompressSync,
    gzip: gunzipSync,
    deflate: inflateSync,
  };
  for (const coding of contentCodings) {
    const encoded = await asset.encoded(coding);
    expect(encoded.length, coding).toBeLessThan(text.length / 10);
    expect(decompressors[coding](encoded).toString(), coding).toBe(text);
    expect(await asset.encoded(coding), coding).toBe(encoded);
  }
});

test('an asset is compressed only once per content coding', async () => {
  const asset = createAsset(text, 'text/plain', { compressed: { br: Buffer.from('done') } });
  expect((await asset.encoded('br')).toString()).toBe('done');
  expect(gunzipSync(await asset.encoded('gzip')).toString()).toBe(text);
});

test('concurrent and later calls compress the content only once', async () => {
  const { compressors, release, calls } = heldCompressors();
  const asset = createAsset(text, 'text/plain', { compressors });
  const concurrent = [asset.encoded('br'), asset.encoded('br')];
  const compressed = Buffer.from('compressed');
  release(compressed);
  for (const encoded of [...concurrent, asset.encoded('br')]) expect(await encoded).toBe(compressed);
  expect(calls()).toBe(1);
});

test('a failed compression is retried', async () => {
  const { compressors, fail } = heldCompressors();
  const asset = createAsset(text, 'text/plain', { compressors });
  const failing = asset.encoded('br');
  fail(new Error('no memory'));
  await expect(failing).rejects.toThrow('no memory');
  expect((await asset.encoded('br')).toString()).toBe('again');
});
