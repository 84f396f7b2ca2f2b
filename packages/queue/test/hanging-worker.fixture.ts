// A worker that takes one job, prints a line, and completes the job when it reads a line from standard input. It also prints its
// warnings.
import { once } from 'node:events';
import { createCaptureConsumer } from '../src/index.ts';

const nothing = () => undefined;
const [connection, lockMs] = process.argv.slice(2);
createCaptureConsumer({
  connection: JSON.parse(connection as string),
  concurrency: 1,
  lockMs: Number(lockMs),
  logger: {
    ...{ debug: nothing, info: nothing, error: nothing },
    warn: (_fields, message) => void process.stdout.write(`${message}\n`),
  },
  async handle() {
    process.stdout.write('received\n');
    await once(process.stdin, 'data');
    process.stdin.pause();
  },
}).start();
