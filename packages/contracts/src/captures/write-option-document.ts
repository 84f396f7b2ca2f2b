import { readFile, writeFile } from 'node:fs/promises';
import { optionsFile, withOptionTable } from './option-document.ts';

await writeFile(optionsFile, withOptionTable(await readFile(optionsFile, 'utf8')));
