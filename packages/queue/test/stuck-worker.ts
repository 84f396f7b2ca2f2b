// A worker that takes one job, says so, and never finishes it: for the test that kills it.
import { createCaptureConsumer } from '../src/index.ts';
import { quiet } from './fixtures.ts';

const [connection, lockMs] = process.argv.slice(2);
createCaptureConsumer({
  connection: JSON.parse(connection as string),
  concurrency: 1,
  lockMs: Number(lockMs),
  logger: quiet,
  handle: () => {
    process.stdout.write('taken\n');
    return new Promise(() => undefined);
  },
}).start();
