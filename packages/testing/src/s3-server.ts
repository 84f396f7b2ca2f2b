import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@shotclock/embedded';
import type S3rver from 's3rver';

export type S3Server = {
  /** The bucket does not exist until it is used for the first time. */
  readonly options: {
    endpoint: string;
    region: string;
    bucket: string;
    accessKey: string;
    secretKey: string;
  };
  /** The folder that contains the stored objects. */
  readonly directory: string;
  /** Stops the server but keeps its objects. The port refuses connections until `restart` is called. */
  stop(): Promise<void>;
  restart(): Promise<void>;
  close(): Promise<void>;
};

/** Starts an empty S3 server on a free loopback port. */
export async function startS3Server(): Promise<S3Server> {
  // Most test processes do not need this package, which takes 0.2 s of CPU time to load.
  const { default: Server } = await import('s3rver');
  const directory = await mkdtemp(join(tmpdir(), 'shotclock-s3-'));
  const create = (port: number) => {
    const created = new Server({ address: '127.0.0.1', port, directory, silent: true });
    tolerateMissingFolders(created.store);
    return created;
  };
  // An ephemeral port could be in use when the server restarts, and s3rver would then wait forever.
  const port = await freePort();
  let server = create(port);
  await server.run();
  return {
    options: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: 'shots',
      // The server's only account.
      accessKey: 'S3RVER',
      secretKey: 'S3RVER',
    },
    directory,
    stop: () => server.close(),
    async restart() {
      server = create(port);
      await server.run();
    },
    async close() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/**
 * After a deletion, s3rver removes empty folders. It fails with status 500 if the object does not exist or if another
 * deletion in the same request has already removed the folder.
 */
function tolerateMissingFolders(store: S3rver['store']): void {
  const deleteObject = store.deleteObject.bind(store);
  store.deleteObject = (bucket, key) =>
    deleteObject(bucket, key).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT' && error.code !== 'ENOTEMPTY') throw error;
    });
}
