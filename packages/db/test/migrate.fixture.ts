// A program that applies the migrations in a folder (second argument) to a database (first argument).
import { argv } from 'node:process';
import { migrate } from '../src/migrate.ts';

await migrate(argv[2]!, argv[3]!);
