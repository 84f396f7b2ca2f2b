import { CaptureRequestBody, CreateSessionBody, captureOptionTable, limits } from '@shotclock/contracts';
import { Type } from '@sinclair/typebox';
import { expect, test } from 'vitest';
import { bodyLimits, hasMoreValues } from './body-limits.ts';

const geolocation = { latitude: 1, longitude: 2, accuracy: 3 };
const mebibyte = 1_048_576;
const hasMore = (text: string, max: number) => hasMoreValues(Buffer.from(text), max);

test('the body limits match the largest valid body', () => {
  expect(bodyLimits(undefined, mebibyte)).toEqual({ bytes: 4_096, values: 10_000 });
  expect(bodyLimits(CreateSessionBody, mebibyte)).toEqual({ bytes: 4_096, values: 10_000 });
  const item = { url: `https://example.com/${'x'.repeat(8_172)}`, waitFor: 'é'.repeat(2_048) };
  const escaped = JSON.stringify(item).replaceAll('é', '\\u00e9');
  expect(bodyLimits(CaptureRequestBody, mebibyte).bytes).toBeGreaterThan(escaped.length);
  const items = Type.Array(CaptureRequestBody, { maxItems: 1_000 });
  const failWhen = captureOptionTable.failWhen.schema.properties;
  const blockTypes = captureOptionTable.blockTypes.schema;
  const full = { ...CaptureRequestBody.properties, ...captureOptionTable, ...geolocation, ...failWhen };
  const values =
    Object.keys(full).length + limits.hiddenSelectors + limits.blockedUrls + blockTypes.maxItems! + 1;
  expect(bodyLimits(items, mebibyte)).toEqual({ bytes: mebibyte, values: 2 * (1_000 * values + 1) });
});

test('a route is invalid if its body schema does not limit the size of the body', () => {
  for (const schema of [Type.Array(Type.Integer()), Type.Object({ name: Type.String() }), Type.Unknown()])
    expect(() => bodyLimits(schema, mebibyte)).toThrow('unbounded');
});

test('the values in a JSON text are counted', () => {
  const counts: [text: string, values: number][] = [
    ['{"a":1,"b":{"c":[true,null]},"d":"x"}', 7],
    [JSON.stringify(Array(500).fill(1)), 501],
    [JSON.stringify(['[{,:', '"\\",[{', '\\']).replace('[', ' [\n'), 4],
  ];
  for (const [text, values] of counts) {
    expect(hasMore(text, values - 1), text).toBe(true);
    expect(hasMore(text, values), text).toBe(false);
  }
  expect(hasMore('['.repeat(1_000), 400)).toBe(true);
  expect(hasMore(`"${'\\'.repeat(1_001)}`, 10)).toBe(false);
});
