import { expect, test } from 'vitest';
import { compareTexts, type DiffBlock, maxCharacters } from './text-difference.ts';

const linesOf = (block: DiffBlock | undefined) => (block?.kind === 'lines' ? block.lines : []);
const countsOf = (blocks: readonly DiffBlock[]) =>
  blocks.map((block) => (block.kind === 'lines' ? block.lines.length : [block.kind, block.count]));
const shownText = (blocks: readonly DiffBlock[]) =>
  blocks.flatMap(linesOf).flatMap(({ parts }) => parts.map(({ text }) => text));

test('identical texts have no differences', () => {
  expect(compareTexts('a\nb\n', 'a\nb\n', 'text')).toEqual({ blocks: [], isShortened: false });
});

test('long unchanged parts are omitted, except for three lines around a change', () => {
  const lines = Array.from({ length: 20 }, (_, line) => `line ${line}`);
  const { blocks } = compareTexts(lines.join('\n'), lines.with(10, 'another').join('\n'), 'text');
  expect(countsOf(blocks)).toEqual([['skipped', 7], 8, ['skipped', 6]]);
});

test('only the first lines of a long changed part are shown', () => {
  const text = (name: string) => Array.from({ length: 300 }, (_, line) => `${name}${line}`).join('\n');
  const { blocks } = compareTexts(text('one'), text('two'), 'text');
  expect(countsOf(blocks)).toEqual([200, ['hidden', 100], 200, ['hidden', 100]]);
});

test('a long line is shown starting at its first difference', () => {
  const words = Array.from({ length: 5_000 }, (_, n) => `word${n}`);
  const { blocks } = compareTexts(words.join(' '), words.with(3_000, 'other').join(' '), 'text');
  const shown = shownText(blocks);
  expect(shown.join('').length).toBeLessThan(4_100);
  expect(shown).toContain('other');
  expect(shown).toContain('word3000');
});

// Without the limits, a comparison would take minutes.
test('any two texts are compared in bounded time', { timeout: 60_000 }, () => {
  const noise = (seed: number) =>
    Array.from({ length: 400_000 }, (_, n) => `${(n * 7_919 + (n % 3) * seed) % 100_003} words`).join('\n');
  const pairs = [
    [noise(1), noise(31)],
    [noise(1).replaceAll('\n', ' '), noise(31).replaceAll('\n', ' ')],
    ['', 'x'.repeat(10_000_000)],
  ] as const;
  for (const [before, after] of pairs) {
    const { blocks, isShortened } = compareTexts(before, after, 'text');
    expect(isShortened).toBe(true);
    const shown = shownText(blocks);
    expect(shown.join('').length).toBeGreaterThan(0);
    expect(shown.join('').length).toBeLessThan(maxCharacters / 2);
  }
});

test('texts that differ only after the compared part do not count as identical', () => {
  const same = 'x\n'.repeat(maxCharacters);
  expect(compareTexts(`${same}1`, `${same}2`, 'text')).toEqual({ blocks: [], isShortened: true });
});
