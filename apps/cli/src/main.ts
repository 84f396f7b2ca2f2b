// `pnpm shotclock <noun> <verb>`: manages accounts and API keys in the database, tests receivers of alerts, and checks the
// object store, without using the API. Results go to standard output, as JSON with --json. Errors go to standard error, with exit code 1.
import { failStart } from '@shotclock/runtime';
import { run } from './run.ts';

try {
  process.exitCode = await run(process.argv.slice(2), {
    writeOut: (text) => process.stdout.write(text),
    writeErr: (text) => process.stderr.write(text),
  });
} catch (error) {
  failStart(error);
}
