import { captureOptionNames } from '@shotclock/contracts';
import { describe, expect, test } from 'vitest';
import { captureFields } from '../build/capture-fields.ts';
import type { Control } from '../src/components/capture-fields/field.ts';
import { faultAt, fieldFaultsOf } from '../src/components/capture-fields/field-faults.ts';
import {
  bodyOf,
  changedValues,
  differingFields,
  inheritedValue,
  ownValuesOf,
  usedValues,
} from '../src/components/capture-fields/own-values.ts';
import { captureFieldTexts } from '../src/texts/en/capture-fields.ts';
import type { AnyTexts } from '../src/texts/types/field-texts.ts';

const fields = captureFields();
const fieldOf = (name: string) => fields.find((field) => field.name === name)!;
const texts: Readonly<Record<string, AnyTexts>> = captureFieldTexts.fields;

describe('the fields', () => {
  test('contain every option, with a control derived from its schema', () => {
    expect(fields.filter(({ place }) => place === 'options').map(({ name }) => name)).toEqual(
      captureOptionNames,
    );
    expect(new Set(fields.map(({ name }) => name)).size).toBe(fields.length);
    expect(fieldOf('scaleFactor')).toEqual({
      name: 'scaleFactor',
      place: 'options',
      control: { kind: 'number', minimum: 1, maximum: 3, isInteger: false },
      default: 1,
      ofDevice: null,
    });
    expect(fieldOf('mobile')).toMatchObject({ control: { kind: 'switch' }, default: false, ofDevice: true });
    expect(fieldOf('confirm').control).toEqual({
      kind: 'switch',
      parts: { after: { kind: 'number', isInteger: true, minimum: 5, maximum: 3_600 } },
    });
    expect(fieldOf('css').control).toEqual({ kind: 'text', isLong: true });
    expect(fieldOf('hide').control).toEqual({ kind: 'lines' });
    expect(fieldOf('geolocation').control).toMatchObject({
      parts: { latitude: { kind: 'number', minimum: -90 } },
    });
    expect(fieldOf('waitUntilTimeout')).toMatchObject({ place: 'setting', default: 30 });
  });

  test('have texts, as do all of their values and parts', () => {
    expect(Object.keys(texts).sort()).toEqual(fields.map(({ name }) => name).sort());
    const expectTexts = (control: Control, words: AnyTexts | undefined, name: string) => {
      if ('parts' in control)
        for (const [part, of] of Object.entries(control.parts ?? {}))
          expectTexts(of, words?.parts?.[part], `${name}.${part}`);
      if (words?.values && 'values' in control)
        expect(Object.keys(words.values).sort(), name).toEqual([...control.values].sort());
      expect(words?.label, name).toBeTruthy();
      expect(words?.hint, name).toBeTruthy();
    };
    for (const { name, control } of fields) expectTexts(control, texts[name], name);
  });
});

test('a page inherits values from its schedule, from its device, or from the defaults', () => {
  const above = { colorScheme: 'dark' };
  expect(inheritedValue(fieldOf('colorScheme'), { colorScheme: 'light' }, above)).toBe('dark');
  expect(inheritedValue(fieldOf('colorScheme'), {}, {})).toBe('light');
  expect(inheritedValue(fieldOf('touch'), {}, { device: 'iPhone 15' })).toBe(true);
  expect(inheritedValue(fieldOf('width'), { device: 'iPhone 15' }, {})).toBeNull();
  const own = { colorScheme: 'dark', scroll: 'never', hide: null };
  expect(differingFields(fields, own, above).map(({ name }) => name)).toEqual(['scroll']);
});

test('a page that sets an area or a device does not inherit the values that conflict with it', () => {
  const above = { crop: '0,0,1,1', width: 800, userAgent: 'x', quality: 70 };
  const inherited = (own: Record<string, unknown>) =>
    ['fullPage', 'crop', 'width', 'userAgent', 'quality'].map((name) =>
      inheritedValue(fieldOf(name), own, above),
    );
  const ofSchedule = [false, '0,0,1,1', 800, 'x', 70];
  expect(inherited({})).toEqual(ofSchedule);
  expect(inherited({ fullPage: false })).toEqual(ofSchedule);
  expect(inherited({ fullPage: true, device: 'iPhone 15' })).toEqual([false, null, null, null, 70]);
  expect(usedValues(fields, { element: 'main', css: '' }, above)).toEqual({
    ...{ width: 800, userAgent: 'x', quality: 70 },
    element: 'main',
  });
});

test('a page sets the values that a response contains, even if they are defaults', () => {
  const stored = { setting: { fullPage: false, width: null }, options: { mobile: false } };
  expect(ownValuesOf(fields, stored, [])).toEqual({ fullPage: false, mobile: false });
  expect(ownValuesOf(fields, { comparison: { threshold: 0, confirm: false } }, ['comparison'])).toEqual({
    confirm: false,
  });
});

test('a form sends only changed values, omits blank ones, and puts each value in the right part of the request', () => {
  const before = { hide: ['.a'], geolocation: { latitude: 1, longitude: 2 }, width: 800, css: 'a {}' };
  const after = {
    ...before,
    hide: ['.b ', '', ' '],
    geolocation: { latitude: null },
    width: 900,
    timezone: '',
    threshold: 0,
  };
  const changes = changedValues(before, after);
  expect(changes).toEqual({ hide: ['.b'], geolocation: null, width: 900, threshold: 0 });
  expect(bodyOf(fields, changes)).toEqual({
    settings: { width: 900 },
    options: { hide: ['.b'], geolocation: null },
    comparison: { threshold: 0 },
  });
});

test('errors are assigned to fields, lines and parts', () => {
  const errorAt = (path: string) => ({ path, code: 'invalid', message: `at ${path}` });
  const paths = [
    '/policy/options/hide/1',
    '/policy/options/geolocation/longitude',
    '/policy/defaults/width',
    '/policy/timezone',
    '/name',
  ];
  const { faults, others } = fieldFaultsOf(fields, paths.map(errorAt), '/policy');
  expect(faultAt(faults, 'hide')).toEqual({ message: `at ${paths[0]}`, rest: '1' });
  expect(faultAt(faults, 'geolocation', true)).toBeNull();
  expect(faultAt(faults, 'geolocation/longitude')).toEqual({ message: `at ${paths[1]}`, rest: '' });
  expect(faultAt(faults, 'width')).toEqual({ message: `at ${paths[2]}`, rest: '' });
  expect(others.map(({ path }) => path)).toEqual(paths.slice(3));
});
