import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '@shotclock/runtime';
import { expect, onTestFinished, test } from 'vitest';
import { loadBlockLists } from './load-block-lists.ts';

const logged: object[] = [];
const logger = { info: (...entry: unknown[]) => void logged.push(entry) };

test('logs how many rules from each list are used', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'block-lists-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [ads, chats] = [join(folder, 'ads.txt'), join(folder, 'chats.txt')];
  await writeFile(ads, '||ads.example^\n||a.example/path\n/banner/\n');
  await writeFile(chats, '||chat.example^\n');
  const lists = await loadBlockLists(`ads=${ads},chats=${chats}`, logger);
  expect(lists?.blocks('ads.example', 'ads')).toBe(true);
  expect(logged).toEqual([
    [{ file: ads, category: 'ads', used: 1, ignored: 2 }, 'read a block list'],
    [{ file: chats, category: 'chats', used: 1, ignored: 0 }, 'read a block list'],
  ]);
});

test('an unreadable file prevents startup', async () => {
  const start = loadBlockLists('ads=/no/such/list.txt', logger);
  await expect(start).rejects.toThrow(StartError);
  await expect(start).rejects.toThrow('BLOCK_LISTS: the file /no/such/list.txt cannot be read (ENOENT)');
});
