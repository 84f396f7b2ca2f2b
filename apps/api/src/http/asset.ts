import { promisify } from 'node:util';
import { brotliCompress, constants, deflate, gzip, zstdCompress } from 'node:zlib';
import type { ContentCoding } from './content-coding.ts';
import { entityTag } from './entity-tag.ts';

/** A body that does not change while the process runs. Its compressed forms are kept, at most one per content coding. */
export type Asset = {
  type: string;
  body: Buffer;
  /** The ETag of the body without a content coding. */
  etag: string;
  /**
   * Returns the compressed body. The first call for a coding compresses the body, and concurrent calls share the result.
   */
  encoded(coding: ContentCoding): Promise<Buffer>;
};

type Compress = (body: Buffer) => Promise<Buffer>;

const brotli = promisify(brotliCompress);
// Brotli's default quality, 11, is meant for files that are compressed ahead of time.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** These compressors run in Node's thread pool, so they do not block the event loop. */
const zlibCompressors: Record<ContentCoding, Compress> = {
  br: (body) => brotli(body, brotliOptions),
  zstd: promisify(zstdCompress),
  gzip: promisify<Buffer, Buffer>(gzip),
  deflate: promisify<Buffer, Buffer>(deflate),
};

type AssetOptions = {
  /** Compressed forms of the body that already exist. */
  compressed?: Partial<Record<ContentCoding, Buffer>>;
  compressors?: Record<ContentCoding, Compress>;
};

export function createAsset(
  content: string | Buffer,
  type: string,
  { compressed: known = {}, compressors = zlibCompressors }: AssetOptions = {},
): Asset {
  const body = Buffer.isBuffer(content) ? content : Buffer.from(content);
  const compressed = new Map<ContentCoding, Promise<Buffer>>();
  for (const [coding, form] of Object.entries(known))
    compressed.set(coding as ContentCoding, Promise.resolve(form));
  return {
    type,
    body,
    etag: entityTag(body),
    async encoded(coding) {
      const done = compressed.get(coding);
      if (done) return done;
      const compressing = compressors[coding](body);
      compressed.set(coding, compressing);
      // The next request tries again.
      compressing.catch(() => compressed.delete(coding));
      return compressing;
    },
  };
}
