import { expect, test } from 'vitest';
import { createAddressPins } from './address-pins.ts';

const publicAddresses = ['192.0.2.1', '192.0.2.2', '2001:db8::1'].map((address) => ({
  address,
  isPublic: true,
}));
const openedAddresses = ['10.0.0.1', '10.0.0.2'].map((address) => ({ address, isPublic: false }));
const all = [...publicAddresses, ...openedAddresses];

test('allows every address of a name before the first connection', () => {
  expect(createAddressPins().usable('site.test', 80, all)).toEqual(all.map(({ address }) => address));
});

test('keeps the other public addresses as alternatives after a connection to a public address', () => {
  const pins = createAddressPins();
  expect(pins.accept('site.test', 443, all, '192.0.2.2')).toBe(true);
  expect(pins.usable('site.test', 443, all)).toEqual(['192.0.2.2', '192.0.2.1', '2001:db8::1']);
  expect(pins.accept('site.test', 443, all, '2001:db8:0::1')).toBe(true);
  expect(pins.usable('site.test', 443, all)[0]).toBe('192.0.2.2');
  expect(pins.accept('site.test', 443, all, '10.0.0.1')).toBe(false);
});

test('allows no other address after a connection to an opened address', () => {
  const pins = createAddressPins();
  expect(pins.accept('site.test', 443, all, '::ffff:10.0.0.2')).toBe(true);
  expect(pins.usable('site.test', 443, all)).toEqual(['10.0.0.2']);
  for (const other of ['10.0.0.1', '192.0.2.1', '203.0.113.1', ''])
    expect(pins.accept('site.test', 443, all, other)).toBe(false);
});

test('a pin applies only to its own host and port', () => {
  const pins = createAddressPins();
  pins.accept('site.test', 443, all, '10.0.0.2');
  expect(pins.usable('site.test', 8443, all)).toHaveLength(all.length);
  expect(pins.usable('other.test', 443, all)).toHaveLength(all.length);
});
