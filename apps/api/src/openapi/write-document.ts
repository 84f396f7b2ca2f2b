import { writeFile } from 'node:fs/promises';
import { committedCopy, textOf } from './committed-copy.ts';
import { describeApi } from './describe-api.ts';

await writeFile(committedCopy, textOf(await describeApi()));
