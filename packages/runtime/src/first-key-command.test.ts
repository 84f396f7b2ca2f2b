import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { firstKeyCommand } from './first-key-command.ts';

const command = 'npx pnpm@12 shotclock key create --name admin --scopes read,write,admin';

test('the first key is created in the data directory of the installation', () => {
  expect(firstKeyCommand(null)).toBe(command);
  expect(firstKeyCommand(resolve('.shotclock'))).toBe(command);
  expect(firstKeyCommand('/srv/shotclock-1')).toBe(`DATA_DIR=/srv/shotclock-1 ${command}`);
});

test('a shell reads the data directory as it is', () => {
  const folder = `/srv/it's $HOME \`id\` "x"`;
  const [assignment] = firstKeyCommand(folder).split(' npx ');
  const script = `${assignment}; printf %s "$DATA_DIR"`;
  expect(execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' })).toBe(folder);
});
