import { expect, test } from 'vitest';
import { captureOptionTable } from './capture-option-table.ts';
import {
  canonicalOptions,
  captureOptionNames,
  changedOptions,
  deviceViewport,
  mergeOptions,
  seriesOptions,
  storedOptions,
  usedOptions,
} from './capture-options.ts';

test("the stored options are the request's options without nulls, or null if none are left", () => {
  expect(storedOptions({ colorScheme: 'light', mobile: false, timezone: null })).toEqual({
    colorScheme: 'light',
    mobile: false,
  });
  expect(storedOptions({ timezone: null })).toBeNull();
  expect(storedOptions({})).toBeNull();
  expect(storedOptions(null)).toBeNull();
  expect(storedOptions(undefined)).toBeNull();
});

test("an item's options take precedence over those of its schedule, name by name, and an object is replaced as a whole", () => {
  const policy = {
    colorScheme: 'dark',
    scaleFactor: 2,
    geolocation: { latitude: 1, longitude: 2, accuracy: 3 },
  } as const;
  const item = { colorScheme: 'light', geolocation: { latitude: 4, longitude: 5 } } as const;
  expect(mergeOptions(policy, item)).toEqual({ ...item, scaleFactor: 2 });
  expect(mergeOptions(policy, null)).toEqual(policy);
  expect(mergeOptions(null, item)).toEqual(item);
  expect(mergeOptions(null, null)).toBeNull();
});

test('a change keeps the options that it omits, and null removes one option or all of them', () => {
  const options = { colorScheme: 'dark', scaleFactor: 2 } as const;
  expect(changedOptions(options, undefined)).toEqual(options);
  expect(changedOptions(options, { scaleFactor: 3 })).toEqual({ colorScheme: 'dark', scaleFactor: 3 });
  expect(changedOptions(options, { scaleFactor: null })).toEqual({ colorScheme: 'dark' });
  expect(changedOptions({ scaleFactor: 2 }, { scaleFactor: null })).toBeNull();
  expect(changedOptions(options, null)).toBeNull();
});

test('the canonical form follows the order of the table and omits defaults', () => {
  const options = { timezone: 'Europe/Paris', media: 'screen', touch: true, colorScheme: 'dark' } as const;
  expect(JSON.stringify(canonicalOptions(options))).toBe(
    '{"touch":true,"colorScheme":"dark","timezone":"Europe/Paris"}',
  );
  const defaults = Object.fromEntries(
    captureOptionNames.map((name) => [name, captureOptionTable[name].default]),
  );
  expect(canonicalOptions(storedOptions(defaults))).toBeNull();
  expect(canonicalOptions({})).toBeNull();
  expect(canonicalOptions(null)).toBeNull();
});

test('the canonical form has a single spelling for equivalent values', () => {
  expect(canonicalOptions({ locale: 'FR-fr' })).toEqual({ locale: 'fr-FR' });
  const position = { longitude: 2, accuracy: 0, latitude: 1 };
  expect(JSON.stringify(canonicalOptions({ geolocation: position }))).toBe(
    '{"geolocation":{"latitude":1,"longitude":2}}',
  );
  expect(canonicalOptions({ geolocation: { ...position, accuracy: 5 } })).toEqual({
    geolocation: { latitude: 1, longitude: 2, accuracy: 5 },
  });
});

test('a device changes the defaults of the scale factor, the layout and the touch screen', () => {
  const device = { device: 'iPhone 15' } as const;
  expect(usedOptions(device)).toMatchObject({ ...device, scaleFactor: 3, mobile: true, touch: true });
  expect(usedOptions(null)).toMatchObject({ device: null, scaleFactor: 1, mobile: false, touch: false });
  expect(usedOptions({ ...device, scaleFactor: 1, touch: false })).toMatchObject({
    scaleFactor: 1,
    mobile: true,
    touch: false,
  });
  expect(canonicalOptions({ ...device, scaleFactor: 3, mobile: true, touch: true })).toEqual(device);
  expect(canonicalOptions({ ...device, scaleFactor: 1 })).toEqual({ ...device, scaleFactor: 1 });
  expect(deviceViewport(device)).toEqual({ width: 393, height: 659 });
  expect(deviceViewport({ scaleFactor: 2 })).toBeNull();
});

test('every option changes the canonical form, and all except failWhen change the series of checks', () => {
  for (const name of captureOptionNames) {
    const options = { [name]: captureOptionTable[name].example };
    expect(canonicalOptions(options)).toEqual(options);
    expect(seriesOptions(options)).toEqual(name === 'failWhen' ? null : options);
  }
});
