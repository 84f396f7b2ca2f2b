// A process that migrates the database of its first argument to the folder of its second.
import { argv } from 'node:process';
import { migrate } from '../src/migrate.ts';

await migrate(argv[2]!, argv[3]!);
