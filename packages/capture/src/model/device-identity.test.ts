import { KnownDevices } from 'puppeteer';
import { expect, test } from 'vitest';
import { deviceIdentity } from './device-identity.ts';

const devices = Object.keys(KnownDevices) as (keyof typeof KnownDevices)[];

test.each([
  ['iPhone 15', { platform: 'iOS', platformVersion: '17.5', model: 'iPhone', mobile: true, brands: [] }],
  ['iPad', { platform: 'iOS', model: 'iPad', mobile: false, brands: [] }],
  ['Galaxy S8', { platform: 'Android', platformVersion: '7.0', model: 'SM-G950U', mobile: true }],
  ['Galaxy Tab S4', { platform: 'Android', platformVersion: '8.1.0', model: 'SM-T837A', mobile: false }],
  ['Galaxy S III', { platform: 'Android', platformVersion: '4.0', model: 'GT-I9300', brands: [] }],
  ['Moto G4', { platform: 'Android', platformVersion: '7.0', model: 'Moto G (4)', mobile: true }],
  ['Nokia Lumia 520', { platform: '', model: '', brands: [] }],
] as const)('the client hints of %s match its user agent', (device, metadata) => {
  const { userAgent, userAgentMetadata } = deviceIdentity(device);
  expect(userAgent).toBe(KnownDevices[device].userAgent);
  expect(userAgentMetadata).toMatchObject(metadata);
});

test("a device's brands contain the Chrome version in its user agent", () => {
  const { userAgentMetadata } = deviceIdentity('Pixel 5');
  expect(userAgentMetadata.brands).toEqual([
    { brand: 'Chromium', version: '99' },
    { brand: 'Google Chrome', version: '99' },
  ]);
  expect(userAgentMetadata.fullVersionList![1]).toEqual({ brand: 'Google Chrome', version: '99.0.4812.0' });
});

test('every device with Android or iOS has a platform, a version and a model', () => {
  for (const device of devices) {
    const { userAgent, platform, userAgentMetadata } = deviceIdentity(device);
    if (!/Android \d|\((iPhone|iPad)/.test(userAgent) || /Windows Phone/.test(userAgent)) continue;
    const { model, platformVersion } = userAgentMetadata;

    expect([device, platform, model, platformVersion]).toEqual([
      device,
      expect.stringMatching(/./),
      expect.stringMatching(/^[\w+ -]+( \(\w+\))?$/),
      expect.stringMatching(/^\d/),
    ]);
  }
});
