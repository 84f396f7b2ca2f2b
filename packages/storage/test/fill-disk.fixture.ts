// Puts more data into a folder than fits on its 1 MB disk, and prints the result.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { argv } from 'node:process';
import { createFilesystemStore, StorageError } from '../src/index.ts';

const folder = argv[2]!;
const store = createFilesystemStore(folder);
await store.put('small', Buffer.from('x'), 'text/plain');
const error = await store.put('big', Buffer.alloc(2_000_000), 'image/png').then(
  () => null,
  (cause: unknown) => (cause instanceof StorageError ? cause : null),
);
const kept = (await store.list({ limit: 10 })).map(({ key }) => key);
const leftovers = await readdir(join(folder, '.incoming'));
const shown = error && { name: error.name, code: error.code, retryable: error.retryable };
process.stdout.write(JSON.stringify({ error: shown, kept, leftovers }));
