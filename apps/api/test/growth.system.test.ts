// Client input must be processed in linear time. Each case makes the input 16 times as large and compares the durations:
// a quadratic function takes 256 times as long.
import { captureFieldErrors, parseInstant, parseSort } from '@shotclock/contracts';
import { planRequestErrors } from '@shotclock/core';
import { checkUrl, parseEgressAllow } from '@shotclock/egress';
import { expect, test } from 'vitest';
import { byteRange } from '../src/http/byte-range.ts';
import { ifMatch, ifNoneMatch } from '../src/http/entity-tag.ts';
import { rejectOtherCharsets } from '../src/http/json-body.ts';
import { parsePreference } from '../src/http/prefer.ts';
import { requestIdOf } from '../src/telemetry/request-log.ts';
import { textErrors } from '../src/validation/body-checks.ts';
import { createAjv } from '../src/validation/create-ajv.ts';
import { expandRule } from '../src/validation/expand.ts';
import { idempotencyKeyRule } from '../src/validation/idempotency-key.ts';
import { parseValues } from '../src/validation/parse-values.ts';
import { periodOf } from '../src/validation/period.ts';

const noExceptions = parseEgressAllow('');
const rules = { minIntervalSeconds: 60, now: new Date('2026-11-21T09:00:00Z') };
const cron = (cronExpression: string) =>
  planRequestErrors({ schedule: { type: 'CRON', cronExpression } }, rules, 'new');
const ajv = createAjv({});
const instant = ajv.compile({ type: 'string', format: 'date-time' });
const key = (text: string) =>
  idempotencyKeyRule({ urlPath: '/', body: undefined, query: {}, header: () => [text] }, {} as never);

const readers: [name: string, read: (text: string) => unknown][] = [
  ['from', (text) => periodOf({ from: text })],
  ['a date-time of a body', instant],
  ['parseInstant', parseInstant],
  ['sort', (text) => parseSort(text, ['createdAt'])],
  [
    'expand',
    (text) =>
      expandRule(['policy'])({ urlPath: '/', body: undefined, query: { expand: text }, header: () => [] }),
  ],
  [
    'an integer of a query',
    (text) => parseValues({ properties: { page: { type: 'integer' } } }, { page: text }),
  ],
  [
    'a number of a query',
    (text) => parseValues({ properties: { page: { type: 'number' } } }, { page: text }),
  ],
  ['url', (text) => checkUrl(text, noExceptions)],
  ['the rules of url', (text) => captureFieldErrors({ url: text }, '')],
  ['crop', (text) => captureFieldErrors({ url: 'https://example.com/', crop: text }, '')],
  ['cronExpression', cron],
  ['Prefer', parsePreference],
  ['If-None-Match', (text) => ifNoneMatch(text, '"a"')],
  ['If-Match', (text) => ifMatch(text, '"a"')],
  ['Range', (text) => byteRange(text, 1_000)],
  ['Content-Type', (text) => attempt(() => rejectOtherCharsets(`application/json${text}`))],
  ['X-Request-Id', (text) => requestIdOf({ headers: { 'x-request-id': text } } as never)],
  ['Idempotency-Key', key],
  ['EGRESS_ALLOW', (text) => attempt(() => parseEgressAllow(text))],
  ['any string in a body', textErrors],
];

const heads = [
  '',
  '2026-11-21T',
  'https://',
  'https://a',
  'wait=',
  'wait',
  '"',
  ';charset',
  '; charset=',
  '0',
  '* * * * ',
  '[',
  '-',
];
const repeated = [
  'T',
  ' ',
  '\t',
  '1',
  '1,',
  ',',
  ';',
  '; ',
  '"',
  '\\"',
  'W/"',
  '=',
  ':',
  '.',
  '/',
  '@',
  '%',
  '[',
  '-',
  '*/',
  '*',
  'T 00',
  '0:',
  'é',
  '?#',
];
const tails = ['', ' 00:00x', '"', '@'];

test.each(readers)('%s is read in linear time', (_name, read) => {
  const slow: string[] = [];
  for (const head of heads)
    for (const part of repeated)
      for (const tail of tails) {
        const input = (size: number) => head + part.repeat(size / part.length) + tail;
        if (isSuperlinear(read, input)) slow.push(JSON.stringify(`${head}(${part})${tail}`));
      }
  expect(slow).toEqual([]);
});

/** For 16,000 characters, a quadratic function takes about 100 ms and a linear function less than 1 ms. */
const noticeableMs = 5;

/**
 * Whether the function takes more than 100 times as long for 16 times the input. Inputs are compared only if they take a
 * noticeable time.
 */
function isSuperlinear(read: (text: string) => unknown, input: (size: number) => string): boolean {
  const large = input(16_000);
  if (fastest(() => read(large), 1) < noticeableMs) return false;
  const small = input(1_000);
  const limitMs =
    100 *
    Math.max(
      fastest(() => read(small), 20),
      0.02,
    );
  // Garbage collection or another process can slow down a call, so the fastest of several calls counts.
  return fastest(() => read(large), 1) > limitMs && fastest(() => read(large), 25) > limitMs;
}

/** The time of the fastest call in milliseconds. */
function fastest(work: () => unknown, times: number): number {
  return Math.min(
    ...Array.from({ length: times }, () => {
      const start = performance.now();
      work();
      return performance.now() - start;
    }),
  );
}

function attempt(work: () => unknown): void {
  try {
    work();
  } catch {
    // It does not matter here whether the input is valid.
  }
}
