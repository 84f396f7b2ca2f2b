import {
  deleteUnusedKey,
  endKeyLease,
  type KeyHold,
  type KeyResponse,
  replayBytes,
  storeKeyResponse,
} from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { lockStored } from '../objects/lock-stored.ts';
import { storeObject } from '../objects/store-object.ts';

/** Invalid requests, rate limits and server errors. The client may retry such a request if it had no effect. */
const isRepeatable = (status: number) => status === 400 || status === 429 || status >= 500;

/** Maximum size in bytes of a text body that is stored together with its key. Larger bodies are stored as objects. */
const maxStoredTextBytes = 64 * 1024;
/** The client has to wait until the response is stored. */
const storeTimeoutMs = 10_000;

/**
 * Completes a request that holds a key by storing the response, which is then returned to retries. If the request can be
 * retried and had no effect, the key is deleted instead. A server error after the effect counts as a lost response, and
 * so does a large text body that cannot be stored.
 * @param input.body null if the body cannot be replayed, because it is neither text nor a stored object
 * @throws StorageError (a large text body could not be stored), TimeoutError (storing it took longer than 10 s)
 */
export async function completeKey(
  ctx: Pick<CoreContext, 'db' | 'objects' | 'keyQuota'>,
  input: { hold: KeyHold; body: KeyResponse['body'] | null } & Omit<KeyResponse, 'body'>,
): Promise<void> {
  const db = ctx.db.orm;
  const { hold, status, headers, body } = input;
  if (isRepeatable(status) && (await deleteUnusedKey(db, hold))) return;
  if (status >= 500 || body === null) await endKeyLease(db, hold);
  else if ('text' in body && Buffer.byteLength(body.text) > maxStoredTextBytes)
    await storeLargeResponse(ctx, hold, { status, headers, text: body.text });
  else {
    await storeKeyResponse(db, hold, { status, headers, body });
    ctx.keyQuota.addBytes(hold.accountId, replayBytes({ body }));
  }
}

async function storeLargeResponse(
  { db, objects, keyQuota }: Pick<CoreContext, 'db' | 'objects' | 'keyQuota'>,
  hold: KeyHold,
  { status, headers, text }: Omit<KeyResponse, 'body'> & { text: string },
): Promise<void> {
  const content = {
    body: Buffer.from(text),
    contentType: headers['content-type'] ?? 'application/octet-stream',
  };
  try {
    const stored = await storeObject(objects, content, AbortSignal.timeout(storeTimeoutMs));
    await db.transaction(async (tx) => {
      await lockStored(tx, [stored]);
      const body = { object: stored.sha256, textBytes: stored.size };
      await storeKeyResponse(tx, hold, { status, headers, body });
    });
    keyQuota.addBytes(hold.accountId, stored.size);
  } catch (error) {
    await endKeyLease(db.orm, hold);
    throw error;
  }
}
