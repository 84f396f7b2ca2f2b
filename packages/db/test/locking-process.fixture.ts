import { once } from 'node:events';
import { openDatabase } from '../src/index.ts';

// A program that locks a row, reports the lock on stdout, and never releases it.
const db = openDatabase({ url: process.argv[2]!, name: 'locking' });
await db.transaction(async (tx) => {
  await tx.execute(`update accounts set name = 'locked' where id = 1`);
  process.stdout.write('locked');
  await once(process, 'never');
});
