import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { privateIpv4 } from './address-notations.fixture.ts';
import { addressRefusal, isPublicAddress } from './address-policy.ts';

describe('a public address', () => {
  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '93.184.216.34',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '2606:4700:4700::1111',
    '2a00:1450:4001:81b::200e',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
  ])('%s is allowed', (ip) => expect(isPublicAddress(ip)).toBe(true));
});

describe('an address that is not public', () => {
  test.each([
    ['0.0.0.0', 'an unspecified address'],
    ['0.1.2.3', 'an unspecified address'],
    ['10.255.255.255', 'a private address'],
    ['100.64.0.1', 'a carrier-grade NAT address (RFC 6598)'],
    ['100.100.100.200', 'a carrier-grade NAT address (RFC 6598)'],
    ['127.0.0.1', 'a loopback address'],
    ['127.255.255.254', 'a loopback address'],
    ['168.63.129.16', 'a cloud service address'],
    ['169.254.169.254', 'a link-local address'],
    ['172.16.0.1', 'a private address'],
    ['172.31.255.255', 'a private address'],
    ['192.0.0.192', 'a reserved address'],
    ['192.0.2.1', 'a reserved address'],
    ['192.88.99.1', 'a reserved address'],
    ['192.168.0.1', 'a private address'],
    ['198.18.0.1', 'a reserved address'],
    ['198.51.100.1', 'a reserved address'],
    ['203.0.113.1', 'a reserved address'],
    ['224.0.0.1', 'a multicast address'],
    ['240.0.0.1', 'a reserved address'],
    ['255.255.255.255', 'the broadcast address'],
    ['::', 'an unspecified address'],
    ['::1', 'a loopback address'],
    ['::7f00:1', 'a reserved address'],
    ['::8.8.8.8', 'a reserved address'],
    ['::ffff:127.0.0.1', 'a loopback address'],
    ['::ffff:a9fe:a9fe', 'a link-local address'],
    ['::ffff:a83f:8110', 'a cloud service address'],
    ['::ffff:0:7f00:1', 'a reserved address'],
    ['64:ff9b::7f00:1', 'a loopback address'],
    ['64:ff9b::a9fe:a9fe', 'a link-local address'],
    ['64:ff9b:1::7f00:1', 'a reserved address'],
    ['100::1', 'a reserved address'],
    ['2001::1', 'a reserved address'],
    ['2001:db8::1', 'a reserved address'],
    ['2002:7f00:1::', 'a reserved address'],
    ['2002:808:808::1', 'a reserved address'],
    ['3fff::1', 'a reserved address'],
    ['4000::1', 'a reserved address'],
    ['5f00::1', 'a reserved address'],
    ['fc00::1', 'a private address'],
    ['fd00:ec2::254', 'a private address'],
    ['fe80::1', 'a link-local address'],
    ['fec0::1', 'a reserved address'],
    ['ff02::1', 'a multicast address'],
  ])('%s is %s', (ip, reason) => expect(addressRefusal(ip)).toBe(reason));

  test.each([
    '',
    'example.com',
    '127.1',
    '0x8.8.8.8',
    '010.8.8.8',
    '8.8.8.8 ',
    '[::1]',
    'fe80::1%eth0',
    '2606:4700::1%1',
  ])('"%s" is not an address', (text) => expect(addressRefusal(text)).toBe('not an address'));

  test('a private IPv4 address is never public, whether it stands alone or is embedded in an IPv6 address', () => {
    fc.assert(
      fc.property(
        privateIpv4,
        fc.constantFrom('', '::', '::ffff:', '::ffff:0:', '64:ff9b::'),
        (v4, prefix) => {
          expect(isPublicAddress(`${prefix}${v4.join('.')}`)).toBe(false);
        },
      ),
    );
  });
});
