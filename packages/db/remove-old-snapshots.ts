// Deletes all snapshots of the schema but the newest: drizzle-kit compares the schema with the newest one only, and the migrator reads
// none.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, 'src/migrations/meta');
const snapshots = readdirSync(folder).filter((file) => file.endsWith('_snapshot.json'));
for (const file of snapshots.sort().slice(0, -1)) rmSync(join(folder, file));
