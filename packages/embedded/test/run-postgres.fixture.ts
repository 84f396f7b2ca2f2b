// Runs an embedded Postgres and prints its URL and pid as one line of JSON. The test kills this process.
import { startEmbeddedPostgres } from '../src/index.ts';
import { silentLogger } from './silent-logger.fixture.ts';

const [dataDir] = process.argv.slice(2);
const { url, pid } = await startEmbeddedPostgres({
  dataDir: dataDir as string,
  logger: silentLogger,
});
process.stdout.write(`${JSON.stringify({ url, pid })}\n`);
