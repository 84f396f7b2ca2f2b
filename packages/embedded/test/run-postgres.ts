// Runs an embedded Postgres for the tests that kill its owner. Prints one line of JSON when it is up.
import { startEmbeddedPostgres } from '../src/index.ts';
import { quiet } from './quiet-logger.ts';

const [dataDir] = process.argv.slice(2);
const { url, pid } = await startEmbeddedPostgres({
  dataDir: dataDir as string,
  logger: quiet,
});
process.stdout.write(`${JSON.stringify({ url, pid })}\n`);
