import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DiffLine, diffHtmlLines, diffTextLines } from './line-diff.ts';
import { splitHtmlLines, splitLines } from './split-text.ts';
import { computeHtmlDiff, computeTextDiff } from './text-diff.ts';

/** Formats lines as in a patch, with the parts that differ in brackets. */
const shown = (lines: DiffLine[]) =>
  lines.map(
    ({ kind, parts }) =>
      ({ same: ' ', added: '+', removed: '-' })[kind] +
      parts.map(({ text, differs }) => (differs ? `[${text}]` : text)).join(''),
  );
const textOf = ({ parts }: DiffLine) => parts.map(({ text }) => text).join('');
const withoutSpaces = (text: string) => text.replaceAll(/\s+/g, '');

test('marks the words in a line that differ', () => {
  expect(shown(diffTextLines('a\nIt is 10:01 now\nb', 'a\nIt is 10:02 now\nb'))).toEqual([
    ' a',
    '-It is 10:[01] now',
    '+It is 10:[02] now',
    ' b',
  ]);
});

test('shows both versions of a line if a word was only added or only removed', () => {
  expect(shown(diffTextLines('one two three', 'one three'))).toEqual(['-one [two] three', '+one three']);
  expect(shown(diffTextLines('one three', 'one two new three'))).toEqual([
    '-one three',
    '+one [two new] three',
  ]);
});

test('ignores differences in whitespace and line endings, as checks do', () => {
  expect(diffTextLines('one  two\nthree', 'one\r\ntwo three\n')).toEqual([]);
  expect(shown(diffTextLines('one two\nthree\nfour', 'one\ntwo three\n5'))).toEqual([
    ' one',
    ' two three',
    '-[four]',
    '+[5]',
  ]);
});

test('shows a removed line between the words of a line that were on two lines before', () => {
  expect(shown(diffTextLines('one\ntwo\nthree\nfour', 'one three\nfour'))).toEqual([
    '-one',
    '+one three',
    '-[two]',
    '-three',
    ' four',
  ]);
});

test('uses the line numbers of the original texts', () => {
  const lines = diffTextLines('a\nb\nc\nd', 'a\n\nx\ny\nc\nd');
  expect(lines.map(({ before, after }) => [before, after])).toEqual([
    [1, 1],
    [2, null],
    [null, 2],
    [null, 3],
    [3, 4],
    [4, 5],
  ]);
});

test('shows HTML with one tag per line, and marks the words that changed in replaced lines', () => {
  expect(shown(diffHtmlLines('<p class="a">4 €</p>', '<p class="b">5 €</p><br>'))).toEqual([
    '-<p class="[a]">',
    '-[4] €',
    '+<p class="[b]">',
    '+[5] €',
    ' </p>',
    '+[<br>]',
  ]);
});

const words = fc
  .array(fc.constantFrom('a', 'b', 'tea', '<p>', '</p>', '4', '€', '漢字', '\n', '\r\n', ' '), {
    maxLength: 40,
  })
  .map((list) => list.join(' '));

test.each([
  ['texts', diffTextLines, computeTextDiff, splitLines],
  ['HTML documents', diffHtmlLines, computeHtmlDiff, splitHtmlLines],
])(
  'the lines of two %s are identical if and only if a check does not find a difference',
  (_, diffLines, check, split) => {
    fc.assert(
      fc.property(words, words, (baseline, current) => {
        const lines = diffLines(baseline, current);
        expect(lines.length === 0).toBe(check({ baseline, current }).ratio === 0);
        if (lines.length === 0) return;
        const linesOf = (kind: DiffLine['kind']) => lines.filter((line) => line.kind !== kind).map(textOf);
        expect(linesOf('removed')).toEqual(split(current));
        expect(withoutSpaces(linesOf('added').join(''))).toBe(withoutSpaces(split(baseline).join('')));
        expect(lines.some(({ parts }) => parts.some(({ differs }) => differs))).toBe(true);
      }),
      { numRuns: 500 },
    );
  },
);

test("marks exactly the words that count toward the check's ratio", () => {
  fc.assert(
    fc.property(words, words, (baseline, current) => {
      const marked = diffTextLines(baseline, current)
        .flatMap(({ parts }) => parts)
        .filter(({ differs }) => differs)
        .map(({ text }) => withoutSpaces(text))
        .join('');
      const all = withoutSpaces(baseline + current);
      expect(marked.length / Math.max(1, all.length)).toBeCloseTo(
        computeTextDiff({ baseline, current }).ratio,
      );
    }),
    { numRuns: 500 },
  );
});
