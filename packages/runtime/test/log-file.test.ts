import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { openLogFile } from '../src/log-file.ts';
import { startChild } from './child.fixture.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shotclock-log-'));
  path = join(folder, 'app.log');
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

const numberOf = (name: string) => Number(name.slice('app.log.'.length));
/** The files from the oldest to the current one. */
const files = () => readdirSync(folder).sort((a, b) => numberOf(b) - numberOf(a));
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

test('a process that is killed while its log rotates loses and tears no line', async () => {
  const maxBytes = 1_000;
  let next = 0;
  for (let run = 1; run <= 3; run += 1) {
    const child = startChild('logs to a file', { more: [path, String(next), String(maxBytes), '10000'] });
    onTestFinished(() => void child.process.kill('SIGKILL'));
    await child.prints(`\n${next + 40 * run}\n`);
    child.process.kill('SIGKILL');
    await child.ended;
    const lines = files()
      .flatMap((name) => read(name).split('\n').filter(Boolean))
      .map((line) => JSON.parse(line).line);
    const reported = child.stdout().trimEnd().split('\n').map(Number);
    expect(lines.length).toBeGreaterThan(reported.at(-1)!);
    expect(lines).toEqual(lines.map((_, index) => index));
    next = lines.length;
  }
  expect(files().length).toBeGreaterThan(10);
  expect(Math.max(...files().map((name) => statSync(join(folder, name)).size))).toBeLessThan(2 * maxBytes);
});

test('only the newest files are kept, and only the user can read them', () => {
  writeFileSync(path, '0\n', { mode: 0o644 });
  const log = openLogFile(path, { maxBytes: 4, files: 3 });
  for (let line = 1; line < 9; line += 1) log.write(`${line}\n`);
  expect(files().map(read)).toEqual(['4\n5\n', '6\n7\n', '8\n']);
  expect(files().map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o600, 0o600, 0o600]);
});

test('a rotation that was interrupted between two files deletes no file', () => {
  for (const name of ['app.log', 'app.log.2', 'app.log.3']) writeFileSync(join(folder, name), `${name}\n`);
  openLogFile(path, { maxBytes: 9, files: 4 }).write('new\n');
  expect(files().map(read)).toEqual(['app.log.3\n', 'app.log.2\n', 'app.log\nnew\n', '']);
});

test('if a file cannot be renamed, the process continues, and a later rotation succeeds', () => {
  const log = openLogFile(path, { maxBytes: 4, files: 2 });
  rmSync(path);
  for (let line = 1; line < 9; line += 1) log.write(`${line}\n`);
  expect(files()).toEqual([]);
  writeFileSync(path, '');
  for (let line = 1; line < 5; line += 1) log.write(`${line}\n`);
  expect(files().map(read)).toContain('3\n4\n');
});

test('a log file must be a regular file', () => {
  expect(() => openLogFile('/dev/null', { maxBytes: 4, files: 2 })).toThrow(
    '/dev/null is not a regular file',
  );
});
