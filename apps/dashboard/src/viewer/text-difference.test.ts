import { expect, test } from 'vitest';
import { compareTexts } from './text-difference.ts';

test('equal texts have no difference', () => {
  expect(compareTexts('a\nb\n', 'a\nb\n')).toEqual([]);
});

test('a changed line shows both versions with the words that changed', () => {
  const [block] = compareTexts('It is 10:01 now\n', 'It is 10:02 now\n');
  expect(block).toMatchObject({
    kind: 'lines',
    lines: [
      { kind: 'removed', before: 1, after: null },
      { kind: 'added', before: null, after: 1 },
    ],
  });
  const lines = block?.kind === 'lines' ? block.lines : [];
  expect(lines.map(({ parts }) => parts.filter((part) => part.isChanged).map(({ text }) => text))).toEqual([
    ['01'],
    ['02'],
  ]);
});

test('long unchanged stretches are left out, except for three lines around a change', () => {
  const lines = Array.from({ length: 20 }, (_, line) => `line ${line}`);
  const blocks = compareTexts(lines.join('\n'), lines.with(10, 'another').join('\n'));
  expect(blocks.map((block) => (block.kind === 'skipped' ? block.count : block.lines.length))).toEqual([
    7, 8, 6,
  ]);
});
