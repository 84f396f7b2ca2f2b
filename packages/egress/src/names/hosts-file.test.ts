import { expect, test } from 'vitest';
import { parseHostsFile } from './hosts-file.ts';

test('assigns each name the addresses of all its lines', () => {
  const hosts = parseHostsFile(
    [
      '# comment',
      '127.0.0.1\tlocalhost',
      '::1 localhost ip6-localhost # loopback',
      '  10.0.0.5   Wiki.Example.  wiki wiki',
      '10.0.0.5 wiki\r',
      '10.0.0.6 wiki',
      'fe80::1%eth0 router',
      '127.1 short',
      'nonsense name',
      '10.0.0.7',
      '',
    ].join('\n'),
  );
  expect(Object.fromEntries(hosts)).toEqual({
    localhost: ['127.0.0.1', '::1'],
    'ip6-localhost': ['::1'],
    'wiki.example': ['10.0.0.5'],
    wiki: ['10.0.0.5', '10.0.0.6'],
  });
});
