// A writer to be killed: puts ever new big objects into the folder that it is given.
import { argv } from 'node:process';
import { createFilesystemStore } from '../src/index.ts';

await createFilesystemStore(argv[2]!).put('ab/big', Buffer.alloc(1_900_000_000), 'image/png');
