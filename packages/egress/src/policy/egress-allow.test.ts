import { describe, expect, test } from 'vitest';
import { allowNothing, parseEgressAllow } from './egress-allow.ts';

describe('an EGRESS_ALLOW entry', () => {
  test.each([
    ['10.0.0.0/8', '10.1.2.3', 80],
    ['10.0.0.0/8', '10.1.2.3', 8080],
    ['10.0.0.0/8', '::ffff:10.1.2.3', 8080],
    ['fd00::/8', '[fd12::1]', 8080],
    ['::ffff:10.0.0.1', '10.0.0.1', 80],
    ['::10.0.0.1', '::a00:1', 80],
    ['192.168.1.5', '192.168.1.5', 443],
    ['192.168.1.5:22', '192.168.1.5', 22],
    ['::1', '::1', 3000],
    ['[::1]', '::1', 3000],
    ['[::1]:81', '[::1]', 81],
    ['Intranet.Example.', 'intranet.example', 80],
    ['intranet.example:81', 'INTRANET.example.', 81],
    ['bücher.example', 'xn--bcher-kva.example', 443],
    ['a.test, b.test\n10.0.0.0/8', 'b.test', 80],
  ])('%s opens %s at %i', (text, host, port) => {
    expect(parseEgressAllow(text).allows(host, port)).toBe(true);
  });

  test.each([
    ['', '127.0.0.1', 80],
    [' , ', '127.0.0.1', 80],
    ['10.0.0.0/8', '11.0.0.1', 80],
    ['10.0.0.0/8', '10.0.0.1', 22],
    ['10.0.0.0/8', 'fd00::1', 80],
    ['192.168.1.5:8080', '192.168.1.5', 8081],
    ['192.168.1.5:8080', '192.168.1.6', 8080],
    ['intranet.example', 'a.intranet.example', 80],
    ['intranet.example', 'intranet.example', 6379],
    ['intranet.example:81', 'intranet.example', 80],
  ])('%j does not open %s at %i', (text, host, port) => {
    expect(parseEgressAllow(text).allows(host, port)).toBe(false);
  });

  test('allowNothing does not allow any address', () =>
    expect(allowNothing.allows('8.8.8.8', 80)).toBe(false));
});

describe('an invalid EGRESS_ALLOW entry', () => {
  test.each([
    '10.0.0.0/33',
    'fd00::/129',
    '10.0.0.0/',
    '10.0.0/8',
    '10.0.0.0/8:80',
    '::ffff:10.0.0.0/104',
    '127.1',
    '0x7f.0.0.1',
    '256.1.1.1',
    'http://intranet/',
    'intranet:0',
    'intranet:65536',
    'intranet:http',
    'intranet:',
    ':80',
    '*.example.com',
    'a..b',
    'user@host',
    '[::1',
    '[::1]80',
    '[zz]:80',
    'fe80::1%eth0',
  ])('%s is reported together with the valid forms', (entry) => {
    const parse = () => parseEgressAllow(`10.0.0.0/8, ${entry}`);
    expect(parse).toThrow(`"${entry}" is not valid`);
    expect(parse).toThrow('separate entries by commas or whitespace; valid entries are a network');
  });
});
