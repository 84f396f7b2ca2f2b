// A worker that takes one job, prints a line and never finishes the job. The test kills it.
import { createCaptureConsumer } from '../src/index.ts';
import { silentLogger } from './queue.fixture.ts';

const [connection, lockMs] = process.argv.slice(2);
createCaptureConsumer({
  connection: JSON.parse(connection as string),
  concurrency: 1,
  lockMs: Number(lockMs),
  logger: silentLogger,
  handle: () => {
    process.stdout.write('received\n');
    return new Promise(() => undefined);
  },
}).start();
