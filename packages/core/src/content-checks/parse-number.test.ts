import { expect, test } from 'vitest';
import { parseNumber } from './parse-number.ts';

test.each([
  ['1.299,00 €', 1_299],
  ['1,299.00', 1_299],
  ['$1,299', 1_299],
  ['1.299', 1_299],
  ['1 299,50 €', 1_299.5],
  ['1\u202f299\u00a0€', 1_299],
  ["CHF 1'299.–", 1_299],
  ['1.234.567', 1_234_567],
  ['12,34,567.8', 1_234_567.8],
  ['−3 %', -3],
  ['-3.5', -3.5],
  ['− 3', -3],
  ['-$5.20', -5.2],
  ['–€ 7', -7],
  ['Price - 5 €', 5],
  ['from 10–20', 10],
  ['covid-19', 19],
  ['0.125', 0.125],
  ['0,5', 0.5],
  ['12.5', 12.5],
  ['1234.567', 1_234.567],
  ['Only 3 left. Buy 2.', 3],
  ['99.', 99],
  ['10 20', 10],
  ['５００円', 500],
  ['007', 7],
])('%s', (text, number) => {
  expect(parseNumber(text)).toBe(number);
});

test.each([
  ['1.299', '.', 1.299],
  ['1.299', ',', 1_299],
  ['1,299', ',', 1.299],
  ['1,299', '.', 1_299],
  ['1.299,5', ',', 1_299.5],
  ['1,299.5', '.', 1_299.5],
  ["1'299.125", '.', 1_299.125],
  ['1.234.567', '.', 1_234_567],
  ['1299', '.', 1_299],
] as const)('%s with the decimal separator %s', (text, decimal, number) => {
  expect(parseNumber(text, decimal)).toBe(number);
});

test('a text without a number has none', () => {
  for (const text of ['', 'sold out', '€', '9'.repeat(400)]) expect(parseNumber(text)).toBeNull();
});

test('a long text is parsed at once', () => {
  for (const part of ['1 ', '1,', '-', '$ ', '1 234 ']) parseNumber(part.repeat(500));
});
