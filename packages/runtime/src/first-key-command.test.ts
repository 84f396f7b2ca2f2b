import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { firstKeyCommand } from './first-key-command.ts';

const cliCommand = 'npx pnpm@12 shotclock';
const command = `${cliCommand} key create --name admin --scopes read,write,admin`;

test("the command contains the installation's data directory", () => {
  expect(firstKeyCommand({ cliCommand, dataDir: null })).toBe(command);
  expect(firstKeyCommand({ cliCommand, dataDir: resolve('.shotclock') })).toBe(command);
  expect(firstKeyCommand({ cliCommand, dataDir: '/srv/shotclock-1' })).toBe(
    `DATA_DIR=/srv/shotclock-1 ${command}`,
  );
});

test("the command starts with the installation's CLI command", () => {
  const created = firstKeyCommand({ cliCommand: 'shotclock', dataDir: null });
  expect(created).toBe('shotclock key create --name admin --scopes read,write,admin');
});

test('a shell passes the data directory on unchanged', () => {
  const folder = `/srv/it's $HOME \`id\` "x"`;
  const [assignment] = firstKeyCommand({ cliCommand, dataDir: folder }).split(' npx ');
  const script = `${assignment}; printf %s "$DATA_DIR"`;
  expect(execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' })).toBe(folder);
});
