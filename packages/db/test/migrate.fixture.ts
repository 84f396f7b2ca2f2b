// A program that applies the migrations of the folder (second argument) to the database (first argument).
import { argv } from 'node:process';
import { migrate } from '../src/migrate.ts';

await migrate(argv[2]!, argv[3]!);
