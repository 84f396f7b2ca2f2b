// Builds the handbook: `node src/main.ts [folder]`. The default folder is the one that the API serves at `/handbook`.
import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildHandbook } from './build-handbook.ts';

const [given] = process.argv.slice(2);
const folder = given === undefined ? fileURLToPath(new URL('../dist', import.meta.url)) : resolve(given);
const present = await readdir(folder).catch((): string[] => []);
if (present.length > 0 && !present.includes('pagefind')) {
  process.stderr.write(`${folder} contains other files. Choose an empty folder.\n`);
  process.exitCode = 1;
} else {
  await buildHandbook(folder);
  process.stdout.write(`The handbook is in ${folder}\n`);
}
