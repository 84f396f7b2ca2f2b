// Deletes all schema snapshots except the newest, because drizzle-kit compares the schema only with the newest one and
// the migrator does not read any.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, 'src/migrations/meta');
const snapshots = readdirSync(folder).filter((file) => file.endsWith('_snapshot.json'));
for (const file of snapshots.sort().slice(0, -1)) rmSync(join(folder, file));
