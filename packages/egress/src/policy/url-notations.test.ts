import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { privateHostNotation } from './address-notations.fixture.ts';
import { isPublicAddress } from './address-policy.ts';
import { checkUrl } from './url-policy.ts';

const reasonOf = (text: string) => {
  const check = checkUrl(text);
  return check.allowed ? null : check.reason;
};

describe('an address in a URL', () => {
  test.each([
    ['http://127.0.0.1/', '127.0.0.1'],
    ['http://127.0.0.1./', '127.0.0.1'],
    ['http://127.1/', '127.0.0.1'],
    ['http://127.0.1/', '127.0.0.1'],
    ['http://0/', '0.0.0.0'],
    ['http://2130706433/', '127.0.0.1'],
    ['http://017700000001/', '127.0.0.1'],
    ['http://0177.0.0.1/', '127.0.0.1'],
    ['http://0x7f000001/', '127.0.0.1'],
    ['http://0x7F.1/', '127.0.0.1'],
    ['http://0xA9FEA9FE/', '169.254.169.254'],
    ['http://１２７.０.０.１/', '127.0.0.1'],
    ['http://①②⑦.0.0.1/', '127.0.0.1'],
    ['http://127。0。0。1/', '127.0.0.1'],
    ['http://%31%32%37.0.0.1/', '127.0.0.1'],
    ['http://127\uff0e0\uff0e0\uff0e1/', '127.0.0.1'],
    ['http://127\uff610\uff610\uff611/', '127.0.0.1'],
    ['http://12\u00ad7.0.0.1/', '127.0.0.1'],
    ['http://127.0\u200b.0.1/', '127.0.0.1'],
    ['http://%C2%AD127.0.0.1/', '127.0.0.1'],
    ['http://%EF%BC%91%EF%BC%92%EF%BC%97.1/', '127.0.0.1'],
    ['http://127.0.0.1%2e/', '127.0.0.1'],
    ['http://0x7f.0x0.0x0.0x1/', '127.0.0.1'],
    ['http://0xa9.0376.43518/', '169.254.169.254'],
    ['http://2852039166/', '169.254.169.254'],
    ['http://[::1]/', '::1'],
    ['http://[::]:8080/', '::'],
    ['http://[0000:0000:0000:0000:0000:0000:0000:0001]/', '::1'],
    ['http://[::FFFF:7F00:1]/', '::ffff:7f00:1'],
    ['http://[::ffff:0:127.0.0.1]/', '::ffff:0:7f00:1'],
    ['http://[64:ff9b::7f00:1]/', '64:ff9b::7f00:1'],
    ['http://[64:ff9b:1::a00:1]/', '64:ff9b:1::a00:1'],
    ['http://[64:ff9b:1:ffff::a00:1]/', '64:ff9b:1:ffff::a00:1'],
    ['http://[2002:a9fe:a9fe::1]/', '2002:a9fe:a9fe::1'],
    ['http://[2001:0:7f00:1::]/', '2001:0:7f00:1::'],
    ['http://[fe80::1]/', 'fe80::1'],
    ['http://[fec0::1]/', 'fec0::1'],
    ['http://[fd00:ec2::254]/latest/meta-data/', 'fd00:ec2::254'],
    ['http://[ff02::1]/', 'ff02::1'],
    ['http://169.254.170.2/', '169.254.170.2'],
    ['http://100.100.100.200/', '100.100.100.200'],
    ['http://192.0.0.192/', '192.0.0.192'],
    ['http://255.255.255.255/', '255.255.255.255'],
    ['http://[0:0:0:0:0:0:0:1]/', '::1'],
    ['http://[::127.0.0.1]/', '::7f00:1'],
    ['http://[::ffff:127.0.0.1]/', '::ffff:7f00:1'],
    ['http://[64:ff9b::10.0.0.1]/', '64:ff9b::a00:1'],
    ['http://[2002:7f00:1::]/', '2002:7f00:1::'],
    ['http://168.63.129.16/', '168.63.129.16'],
    ['http://100.64.0.1/', '100.64.0.1'],
  ])('%s is refused as %s', (text, address) => {
    expect(reasonOf(text)).toSatisfy((reason: string) => reason.startsWith(`${address} is `));
  });

  test('refuses a private IPv4 address in every notation', () => {
    fc.assert(
      fc.property(privateHostNotation, fc.constantFrom('', ':80', ':8080'), (host, port) => {
        expect(checkUrl(`http://${host}${port}/`).allowed).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  test('allows an IPv4 or IPv6 address if and only if it is public', () => {
    fc.assert(
      fc.property(fc.ipV4(), (ip) => checkUrl(`http://${ip}/`).allowed === isPublicAddress(ip)),
      { numRuns: 1_000 },
    );
    fc.assert(
      fc.property(fc.ipV6(), (ip) => checkUrl(`http://[${ip}]/`).allowed === isPublicAddress(ip)),
      { numRuns: 1_000 },
    );
  });

  test('checkUrl never throws, regardless of its input', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void checkUrl(`http://${text}`)));
  });
});
