import { writeFile } from 'node:fs/promises';
import { settingsDocument, settingsFile } from './settings-document.ts';

await writeFile(settingsFile, settingsDocument());
