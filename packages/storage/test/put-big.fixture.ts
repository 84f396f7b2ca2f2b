// Puts a large object into the folder given by the first argument. The test kills this process.
import { argv } from 'node:process';
import { createFilesystemStore } from '../src/index.ts';

await createFilesystemStore(argv[2]!).put('ab/big', Buffer.alloc(1_900_000_000), 'image/png');
