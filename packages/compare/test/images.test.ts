import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { toComparisonResult } from '../src/comparison-result.ts';
import { computeImageDiff } from '../src/images/image-diff.ts';
import { compareImages, measureComparison, type Rectangle } from '../src/index.ts';
import {
  black,
  dot,
  type Paint,
  pixelsOf,
  png,
  type Rgb,
  renderTextPage,
  withFiles,
} from './images.fixture.ts';

const { signal } = new AbortController();
const compareInThread = (baseline: Buffer, current: Buffer, threshold = 0) =>
  withFiles({ baseline, current }, (files) => compareImages(files, { threshold, masks: [], signal }));
/** Compares in this thread, because starting a thread takes far longer than comparing small images. */
const compare = (baseline: Buffer, current: Buffer, masks: Rectangle[] = []) =>
  withFiles({ baseline, current }, async (files) =>
    toComparisonResult(await computeImageDiff({ ...files, masks }), 0),
  );
const unchanged = { changed: false, ratio: 0, diff: null, changes: [], changedArea: null, unstable: [] };

describe('the ratio', () => {
  test('is 0.01 if one pixel in a hundred differs', async () => {
    const found = await compare(await png(10, 10), await png(10, 10, [dot(4, 4)]));
    expect(found).toMatchObject({ changed: true, ratio: 0.01, diff: { contentType: 'image/png' } });
  });

  test.each([
    [0.01, false],
    [0.009, true],
  ])('of 0.01 with the threshold %d sets changed to %s', async (threshold, changed) => {
    const found = await compareInThread(await png(10, 10), await png(10, 10, [dot(4, 4)]), threshold);
    expect(found).toMatchObject({ changed, ratio: 0.01 });
  });

  test('counts each difference at the edges of bands only once', async () => {
    const rows = [0, 1, 62, 63, 64, 65, 127, 128, 199];
    const found = await compare(
      await png(50, 200),
      await png(
        50,
        200,
        rows.map((row) => dot(25, row)),
      ),
    );
    expect(found.ratio).toBe(rows.length / (50 * 200));
  });

  test('counts pixels that exist in only one image as different', async () => {
    const [small, large] = [await png(10, 10), await png(10, 40)];
    expect((await compare(small, large)).ratio).toBe(0.75);
    expect((await compare(large, small)).ratio).toBe(0.75);
    // The corner that neither image covers is part of the canvas but is not counted as different.
    expect((await compare(await png(10, 20), await png(20, 10))).ratio).toBe(0.5);
  });

  test('excludes masked pixels from both counts', async () => {
    const [baseline, current] = [await png(10, 10), await png(10, 10, [dot(0, 0), dot(9, 9)])];
    const mask = { left: -5, top: -5, width: 10, height: 10 };
    expect((await compare(baseline, current, [mask])).ratio).toBe(1 / 75);
    expect(await compare(baseline, current, [mask, { left: 9, top: 9, width: 100, height: 100 }])).toEqual(
      unchanged,
    );
  });

  test('counts overlapping masks only once and ignores masks outside the canvas', async () => {
    const masks = [
      { left: 0, top: 0, width: 10, height: 5 },
      { left: 0, top: 2, width: 10, height: 3 },
      { left: 10, top: 0, width: 5, height: 5 },
      { left: 0, top: 10, width: 5, height: 5 },
      { left: 3, top: 8, width: 0, height: 2 },
    ];
    expect((await compare(await png(10, 10), await png(10, 10, [dot(5, 7)]), masks)).ratio).toBe(1 / 50);
  });
});

describe('rows that were inserted or removed', () => {
  /** Creates a page with `numbers.length` rows, each with a bar that shows its number. */
  const page = (numbers: number[], paints: Paint[] = []) =>
    png(80, numbers.length, [
      ...numbers.map((number, top) => ({
        left: 0,
        top,
        width: 1 + (number % 79),
        height: 1,
        color: shadeOf(number),
      })),
      ...paints,
    ]);
  const shadeOf = (number: number) => [(number * 7) % 200, (number >> 5) % 200, 90] as const;
  const range = (from: number, to: number) =>
    Array.from({ length: to - from }, (_none, index) => from + index);
  const plain = range(0, 300);
  const withBlock = [...range(0, 100), ...range(1_000, 1_040), ...range(100, 300)];
  const pink = [255, 0, 80];
  /** Returns the first and last row of each changed part of the diff. */
  const differingRows = async (diff: Buffer) => {
    const { height, at } = await pixelsOf(diff);
    const rows = range(0, height).filter((row) => String(at(0, row)) === String(pink));
    return rows.filter((row) => !rows.includes(row - 1) || !rows.includes(row + 1));
  };

  test('are the only differences, and the rows below them are compared with the matching rows of the baseline', async () => {
    const [before, after] = [await page(plain), await page(withBlock)];
    for (const [one, other] of [
      [before, after],
      [after, before],
    ] as const) {
      const { ratio, diff } = await compare(one, other);
      expect(ratio).toBe(40 / 340);
      expect(await differingRows(diff!.body)).toEqual([100, 139]);
    }
    const change = { left: 0, top: 200, width: 80, height: 10, color: black };
    const { ratio, diff, changes, changedArea } = await compare(before, await page(withBlock, [change]));
    expect(changes.map(({ kind, top, height }) => [kind, top, height])).toEqual([
      ['inserted', 100, 40],
      ['changed', 200, 10],
    ]);
    expect(changedArea).toMatchObject({
      baseline: { left: 0, top: 100, height: 70 },
      current: { left: 0, top: 100, height: 110 },
    });
    expect(ratio).toBeGreaterThan(49 / 340);
    expect(ratio).toBeLessThanOrEqual(50 / 340);
    expect(await differingRows(diff!.body)).toEqual([100, 139, 200, 209]);
  });

  test('push other rows out of an image of the same size', async () => {
    const cut = await page(withBlock.slice(0, 300));
    const { ratio, diff, changes, changedArea } = await compare(await page(plain), cut);
    expect(ratio).toBe(80 / 340);
    // The box of the removed rows is in pixels of the baseline.
    expect(changes).toEqual([
      { kind: 'inserted', left: 0, top: 100, width: 80, height: 40 },
      { kind: 'removed', left: 0, top: 260, width: 80, height: 40 },
    ]);
    const area = { left: 0, top: 100, width: 80, height: 200 };
    expect(changedArea).toEqual({ baseline: area, current: area });
    expect(await differingRows(diff!.body)).toEqual([100, 139, 300, 339]);
  });

  test('move ignored areas', async () => {
    const advert = (top: number, color: Paint['color']) => ({ left: 20, top, width: 60, height: 30, color });
    const before = await page(plain, [advert(150, [1, 2, 3])]);
    const after = await page(withBlock, [advert(190, [9, 9, 200])]);
    const masks = [150, 190].map((top) => ({ left: 20, top, width: 60, height: 30 }));
    expect(await differingRows((await compare(before, after, masks)).diff!.body)).toEqual([100, 139]);
  });

  test('are not inferred from just a few identical rows at a different position', async () => {
    const scattered = [...range(0, 100), ...range(2_000, 2_060), ...range(110, 120), ...range(2_070, 2_200)];
    const expected = await compare(await page(plain), await page(scattered));
    // Each row is compared with the row at the same position.
    const { at } = await pixelsOf(expected.diff!.body);
    expect(at(0, 99)).not.toEqual(pink);
    expect((await pixelsOf(expected.diff!.body)).height).toBe(300);
  });
});

describe('the boxes of the changes', () => {
  const square = (left: number, top: number, side = 10): Paint => ({
    ...{ left, top, width: side, height: side },
    color: black,
  });

  test('group pixels that are close to each other', async () => {
    const after = await png(300, 300, [square(20, 20), square(40, 30), square(200, 100), dot(299, 299)]);
    expect((await compare(await png(300, 300), after)).changes).toEqual([
      { kind: 'changed', left: 20, top: 20, width: 30, height: 20 },
      { kind: 'changed', left: 200, top: 100, width: 10, height: 10 },
      { kind: 'changed', left: 299, top: 299, width: 1, height: 1 },
    ]);
  });

  test('are joined if their shapes meet farther down', async () => {
    const legs = [square(10, 10, 8), square(90, 10, 8)].map((leg) => ({ ...leg, height: 80 }));
    const bar = { left: 10, top: 85, width: 88, height: 5, color: black };
    const { changes } = await compare(await png(200, 200), await png(200, 200, [...legs, bar]));
    expect(changes).toEqual([{ kind: 'changed', left: 10, top: 10, width: 88, height: 80 }]);
  });

  test('are merged until at most 50 remain, which contain all differences', async () => {
    const dots = Array.from({ length: 400 }, (_, index) =>
      dot((index % 20) * 40, Math.floor(index / 20) * 40),
    );
    const { changes } = await compare(await png(800, 800), await png(800, 800, dots));
    expect(changes.length).toBeLessThanOrEqual(50);
    const isInside = ({ left, top }: Paint) =>
      changes.some(
        (box) =>
          left >= box.left && left < box.left + box.width && top >= box.top && top < box.top + box.height,
      );
    expect(dots.every(isInside)).toBe(true);
  });

  test('cover the additional width of a wider baseline', async () => {
    const { changes } = await compare(await png(120, 40), await png(100, 40));
    expect(changes).toEqual([{ kind: 'removed', left: 100, top: 0, width: 20, height: 40 }]);
  });
});

describe('the area that changed', () => {
  const dotAt = { width: 1, height: 1 };
  const areaOf = async (...images: Parameters<typeof compare>) => (await compare(...images)).changedArea;

  test('is the bounding box of the changed pixels, without masked pixels', async () => {
    const dots = [dot(7, 90), dot(30, 20), dot(90, 50), dot(0, 0), dot(99, 99)];
    const masks = [
      { left: 0, top: 0, width: 5, height: 5 },
      { left: 95, top: 95, width: 5, height: 5 },
    ];
    const [blank, dotted] = [await png(100, 100), await png(100, 100, dots)];
    const box = { left: 7, top: 20, width: 84, height: 71 };
    expect(await areaOf(blank, dotted, masks)).toEqual({ baseline: box, current: box });
    const corner = await png(100, 100, [dot(99, 99)]);
    const last = { left: 99, top: 99, ...dotAt };
    expect(await areaOf(blank, corner)).toEqual({ baseline: last, current: last });
  });

  test('is at the edge of an image that lacks the changed rows or columns', async () => {
    const [small, large] = [await png(100, 40), await png(120, 60)];
    expect(await areaOf(small, await png(100, 60))).toEqual({
      baseline: { left: 0, top: 39, width: 100, height: 1 },
      current: { left: 0, top: 40, width: 100, height: 20 },
    });
    expect(await areaOf(await png(120, 40), small)).toEqual({
      baseline: { left: 100, top: 0, width: 20, height: 40 },
      current: { left: 99, top: 0, width: 1, height: 40 },
    });
    expect(await areaOf(small, large)).toEqual({
      baseline: { left: 0, top: 0, width: 100, height: 40 },
      current: { left: 0, top: 0, width: 120, height: 60 },
    });
  });
});

describe('a difference between two captures taken at the same time', () => {
  const compareTwice = (baseline: Buffer, current: Buffer, again: Buffer) =>
    withFiles({ baseline, current, again }, async (files) =>
      toComparisonResult(await computeImageDiff({ ...files, masks: [] }), 0),
    );
  const clock = (color: Paint['color']): Paint => ({ left: 10, top: 10, width: 30, height: 10, color });
  const price: Paint = { left: 100, top: 100, width: 20, height: 10, color: black };

  test('does not count as a change, but adjacent differences do', async () => {
    const [before, now, again] = [
      await png(200, 200, [clock([200, 0, 0])]),
      await png(200, 200, [clock([0, 200, 0])]),
      await png(200, 200, [clock([0, 0, 200])]),
    ];
    const unstable = [{ left: 10, top: 10, width: 30, height: 10 }];
    // A comparison with the baseline would not distinguish these similar colors.
    const similar = await png(200, 200, [clock([0, 205, 4])]);
    expect(await compareTwice(before, now, similar)).toEqual({ ...unchanged, unstable });
    expect(await compareTwice(before, now, again)).toEqual({ ...unchanged, unstable });
    const found = await compareTwice(
      before,
      await png(200, 200, [clock(black), price]),
      await png(200, 200, [clock([0, 0, 200]), price]),
    );
    expect(found).toMatchObject({
      changed: true,
      unstable,
      changes: [{ kind: 'changed', left: 100, top: 100 }],
    });
  });

  describe('in a part of a word', () => {
    /** Digits are 6 px wide, 12 px high and 2 px apart; a space is 8 px wide. */
    const words = (text: string): Paint[] =>
      [...text].flatMap((digit, at) =>
        digit === ' '
          ? []
          : [
              { left: 20 + at * 8, top: 40, width: 6, height: 12, color: black },
              {
                left: 22 + at * 8,
                top: 42,
                width: 2,
                height: Number(digit),
                color: [255, 255, 255] as const,
              },
            ],
      );
    const line = (text: string, more: Paint[] = []) => png(300, 100, [...more, ...words(text)]);

    test('makes the whole word unstable, but not the next word', async () => {
      const [before, now, again] = [await line('123456 7'), await line('127811 7'), await line('127819 7')];
      const word = { left: 20, top: 40, width: 46, height: 12 };
      expect(await compareTwice(before, now, again)).toEqual({ ...unchanged, unstable: [word] });
      const [other, otherAgain] = [await line('127811 2'), await line('127819 2')];
      expect(await compareTwice(before, other, otherAgain)).toMatchObject({
        ...{ changed: true, unstable: [word] },
        changes: [{ left: 78 }],
      });
    });

    test('makes the longer word of the baseline unstable', async () => {
      const [before, now, again] = [await line('123456789 7'), await line('1234 7'), await line('1239 7')];
      expect(await compareTwice(before, now, again)).toMatchObject({
        changed: true,
        // The next word has moved.
        changes: [{ left: 100 }],
      });
      const alone = [await line('123456789'), await line('1234'), await line('1239')] as const;
      expect(await compareTwice(...alone)).toMatchObject({ changed: false });
    });

    test('leaves a part of a photo as it is', async () => {
      const photo = Array.from({ length: 300 }, (_, at): Paint => {
        return { left: at, top: 30, width: 1, height: 13, color: [(at * 37) % 256, 90, 120] };
      });
      const [before, now, again] = [
        await line('123456', photo),
        await line('127811', photo),
        await line('127819', photo),
      ];
      const found = await compareTwice(before, now, again);
      expect(found).toMatchObject({ changed: true, unstable: [{ left: 62, width: 2 }] });
    });
  });

  test('includes rows that only one of them has', async () => {
    const rows = (count: number, banner: number): Paint[] =>
      Array.from({ length: count }, (_, top) => ({
        ...{ left: 0, top: top + banner, width: 1 + (top % 79), height: 1 },
        color: [(top * 7) % 200, 90, 20] as const,
      }));
    const [plain, withBanner] = [await png(80, 200, rows(200, 0)), await png(80, 240, rows(200, 40))];
    expect(await compareTwice(withBanner, plain, withBanner)).toMatchObject({ changed: false, ratio: 0 });
    expect(await compareTwice(plain, withBanner, plain)).toMatchObject({ changed: false, ratio: 0 });
  });

  test('does not hide a change of a page that has a banner in one of them', async () => {
    // A page with little content: its moved content has fewer pixels than the banner.
    const words = (banner: number, more: Paint[] = []): Paint[] => [
      { left: 0, top: 0, width: 80, height: banner, color: [200, 220, 240] },
      ...[0, 1, 2, 3]
        .map((word) => ({ left: 4, top: 30 + banner + word * 40, ...{ width: 9 + word, height: 8 } }))
        .map((paint) => ({ ...paint, color: black })),
      ...more.map((paint) => ({ ...paint, top: paint.top + banner })),
    ];
    const mark = (width: number): Paint => ({ left: 40, top: 110, width, height: 8, color: black });
    const page = (banner: number, width: number) =>
      png(80, 240 + banner, words(banner, [mark(width), ...texture]));
    // Rows are aligned by rows that occur only once.
    const texture = Array.from({ length: 240 }, (_, top): Paint => {
      return { left: 70, top, width: 1, height: 1, color: [top, 100, 100] };
    });
    const [before, now, again] = [await page(0, 6), await page(40, 9), await page(0, 9)];
    const found = await compareTwice(before, now, again);
    expect(found).toMatchObject({ changed: true, changes: [{ left: 46, top: 150, width: 3, height: 8 }] });
    expect(await compareTwice(before, await page(40, 6), before)).toMatchObject({ changed: false });
  });

  test('is not reported if the captures are equal', async () => {
    const [baseline, now] = [await png(200, 200), await png(200, 200, [price])];
    const found = await withFiles({ baseline, current: now, again: now }, (files) =>
      compareImages(files, { threshold: 0, masks: [], signal }),
    );
    expect(found).toMatchObject({
      changed: true,
      ratio: 200 / 40_000,
      unstable: [],
    });
  });
});

describe('a difference that a known look shows', () => {
  const banner = (color: Paint['color']): Paint => ({ left: 0, top: 0, width: 80, height: 20, color });
  const offer = (color: Paint['color']): Paint => ({ left: 0, top: 100, width: 80, height: 20, color });
  const [red, green]: Paint['color'][] = [
    [200, 0, 0],
    [0, 200, 0],
  ];
  const compareWith = async (baseline: Paint[], current: Paint[], ...known: Paint[][]) => {
    const folder = await mkdtemp(join(tmpdir(), 'shotclock-known-'));
    try {
      const looks = await Promise.all(
        known.map(async (paints, at) => {
          const path = join(folder, String(at));
          await writeFile(path, await png(80, 200, paints));
          return { path, masks: [] };
        }),
      );
      const images = { baseline: await png(80, 200, baseline), current: await png(80, 200, current) };
      return await withFiles(images, (files) =>
        compareImages({ ...files, known: looks }, { threshold: 0, masks: [], signal }),
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };

  test('does not count, even if the page combines several looks', async () => {
    const [a, b] = [
      [banner(red!), offer(red!)],
      [banner(green!), offer(green!)],
    ];
    expect(await compareWith(a, b, b)).toMatchObject({ changed: false, ratio: 0, diff: null });
    expect(await compareWith(a, [banner(green!), offer(red!)], b)).toMatchObject({ changed: false });
    const found = await compareWith(a, [banner(green!), offer(black)], b);
    expect(found).toMatchObject({ changed: true, changes: [{ left: 0, top: 100, width: 80, height: 20 }] });
    expect(await compareWith(a, b)).toMatchObject({ changed: true, changes: [{ top: 0 }, { top: 100 }] });
  });

  test('may be rows that only one of the looks has', async () => {
    const rows = (from: number): Paint[] =>
      Array.from({ length: 160 }, (_, top) => ({
        ...{ left: 0, top: top + from, width: 1 + (top % 79), height: 1 },
        color: [(top * 7) % 200, 90, 20] as const,
      }));
    const [plain, moved] = [rows(0), rows(20)];
    expect(await compareWith(plain, moved, moved)).toMatchObject({ changed: false });
    expect(await compareWith(moved, plain, plain)).toMatchObject({ changed: false });
    expect(await compareWith(moved, plain, moved)).toMatchObject({ changed: true });
  });
});

describe('a difference in an area that was unstable before', () => {
  const advert = (color: Rgb, top = 20): Paint => ({ left: 10, top, width: 40, height: 60, color });
  const price: Paint = { left: 60, top: 150, width: 10, height: 10, color: black };
  const [red, green, blue]: [Rgb, Rgb, Rgb] = [
    [200, 0, 0],
    [0, 200, 0],
    [0, 0, 200],
  ];
  const unstable = [{ left: 10, top: 20, width: 40, height: 60 }];
  const compareWith = (baseline: Buffer, current: Buffer, remembered: Buffer) =>
    // The remembered look takes the place of the second capture in the folder.
    withFiles({ baseline, current, again: remembered }, async ({ again, ...files }) => {
      const known = [{ path: again!, masks: [], unstable }];
      return toComparisonResult(await computeImageDiff({ ...files, known, masks: [] }), 0);
    });

  test('does not count, but other differences do', async () => {
    const [before, now] = [await png(80, 200, [advert(red)]), await png(80, 200, [advert(blue)])];
    const earlier = await png(80, 200, [advert(green)]);
    expect(await compareWith(before, now, earlier)).toEqual(unchanged);
    const cheaper = await png(80, 200, [advert(blue), price]);
    expect(await compareWith(before, cheaper, earlier)).toMatchObject({
      changed: true,
      changes: [{ left: 60, top: 150, width: 10, height: 10 }],
    });
    // Like a known look, the earlier capture may show the same difference. It counts, because it was never confirmed.
    const earlierPrice = await png(80, 200, [advert(green), price]);
    expect(await compareWith(before, cheaper, earlierPrice)).toMatchObject({ changed: true });
  });

  test('counts if the earlier capture showed the same there', async () => {
    const [before, now] = [await png(80, 200, [advert(red)]), await png(80, 200, [advert(blue)])];
    expect(await compareWith(before, now, now)).toMatchObject({ changed: true });
  });

  test('does not count in the form of a banner that moves the page', async () => {
    const page = (banner: number, width: number) =>
      png(80, 240, [
        { left: 0, top: 0, width: 80, height: banner, color: [200, 220, 240] },
        ...Array.from({ length: 240 - banner }, (_, top): Paint => {
          return { left: 70, top: top + banner, width: 1, height: 1, color: [top, 100, 100] };
        }),
        { left: 40, top: 110 + banner, width, height: 8, color: black },
      ]);
    const compareLooks = async (baseline: Buffer, current: Buffer, again: Buffer, latest: Buffer) => {
      const { unstable } = await withFiles({ baseline, current, again }, (files) =>
        computeImageDiff({ ...files, masks: [] }),
      );
      return withFiles({ baseline, current: latest, again: current }, async ({ again: path, ...files }) =>
        toComparisonResult(
          await computeImageDiff({ ...files, known: [{ path: path!, masks: [], unstable }], masks: [] }),
          0,
        ),
      );
    };
    const [plain, banner] = [await page(0, 6), await page(40, 6)];
    expect(await compareLooks(plain, plain, banner, banner)).toMatchObject({ changed: false });
    expect(await compareLooks(banner, banner, plain, plain)).toMatchObject({ changed: false });
    expect(await compareLooks(plain, plain, banner, await page(40, 9))).toMatchObject({
      ...{ changed: true, changes: [{ left: 46, top: 150, width: 3, height: 8 }] },
    });
  });

  test('does not count if the area has moved', async () => {
    const rows = (from: number): Paint[] =>
      Array.from({ length: 200 - from }, (_, top) => ({
        ...{ left: 0, top: top + from, width: 1 + (top % 79), height: 1 },
        color: [(top * 7) % 200, 90, 20] as const,
      }));
    const before = await png(80, 200, [...rows(20), advert(red, 40)]);
    const now = await png(80, 200, [...rows(20), advert(blue, 40)]);
    const earlier = await png(80, 200, [...rows(0), advert(green)]);
    expect(await compareWith(before, now, earlier)).toMatchObject({ changed: false });
  });
});

describe('no difference is reported for', () => {
  test('the same image in different PNG encodings', async () => {
    const page = await renderTextPage('The same words');
    const others = [
      sharp(page).png({ compressionLevel: 1, adaptiveFiltering: true }),
      sharp(page).ensureAlpha().png({ progressive: true }),
      sharp(page).toColourspace('rgb16').png(),
    ];
    for (const other of others) expect(await compare(page, await other.toBuffer())).toEqual(unchanged);
  });

  test.each([
    [80, 70],
    [80, 95],
    [90, 75],
  ])('JPEG noise at qualities %d and %d', async (one, other) => {
    const page = await renderTextPage('Quick brown foxes');
    const jpeg = (quality: number) => sharp(page).jpeg({ quality }).toBuffer();
    expect(await compare(await jpeg(one), await jpeg(other))).toEqual(unchanged);
  });

  test('slightly different anti-aliasing of edges', async () => {
    const disc = (shift: number) =>
      sharp(
        Buffer.from(
          `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="100" height="100" fill="#fff"/>
          <circle cx="${50 + shift}" cy="50" r="30" fill="#036"/></svg>`,
        ),
      )
        .removeAlpha()
        .png()
        .toBuffer();
    expect((await compare(await disc(0), await disc(0.3))).ratio).toBe(0);
    expect((await compare(await disc(0), await disc(5))).ratio).toBeGreaterThan(0.01);
  });
});

test('detects a different shade of a button', async () => {
  const button = (color: Rgb) => png(60, 40, [{ left: 10, top: 10, width: 40, height: 20, color }]);
  const found = await compare(await button([0x22, 0x66, 0xcc]), await button([0x22, 0x88, 0xcc]));
  expect(found).toMatchObject({ changed: true, ratio: (40 * 20) / (60 * 40) });
});

test('detects changed words in PNG and JPEG images', async () => {
  const [before, after] = [await renderTextPage('In stock: 4'), await renderTextPage('Sold out!')];
  const found = await compare(before, after);
  expect(found.ratio).toBeGreaterThan(0.005);
  const jpeg = (image: Buffer) => sharp(image).jpeg({ quality: 80 }).toBuffer();
  const lossy = await compare(await jpeg(before), await jpeg(after));
  expect(lossy.ratio / found.ratio).toBeGreaterThan(0.6);
});

test('the diff shows the current image in gray, differences in one color and masks hatched', async () => {
  const paint: Paint = { left: 10, top: 10, width: 20, height: 20, color: black };
  const same: Paint = { left: 60, top: 60, width: 20, height: 20, color: [200, 0, 0] };
  const found = await compare(await png(100, 80, [same]), await png(100, 100, [paint, same]), [
    { left: 60, top: 0, width: 40, height: 40 },
  ]);
  const { width, height, at } = await pixelsOf(found.diff!.body);
  expect([width, height]).toEqual([100, 100]);
  expect([at(10, 10), at(29, 29), at(0, 99)]).toEqual(Array(3).fill([255, 0, 80]));
  expect(at(30, 30)).toEqual([255, 255, 255]);
  const [red, green, blue] = at(70, 70);
  expect([green, blue]).toEqual([red, red]);
  expect(red).toBeGreaterThan(120);
  expect([at(60, 0), at(65, 0)]).toEqual([
    [90, 130, 200],
    [225, 240, 255],
  ]);
  expect(at(100 - 1, 39)).not.toEqual([255, 255, 255]);
  expect(at(100 - 1, 40)).toEqual([255, 255, 255]);
});

describe('a comparison fails', () => {
  test.each([
    ['text', Buffer.from('no image'), Buffer.from('nor this one')],
    ['nothing', Buffer.alloc(0), Buffer.from([0])],
    [
      'an SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'),
      Buffer.from('x'),
    ],
    ['signatures alone', Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('ffd8ffe0', 'hex')],
  ])('with undecodable for %s', async (_name, baseline, current) => {
    await expect(compare(baseline, current)).rejects.toMatchObject({
      name: 'ComparisonError',
      code: 'undecodable',
    });
  });

  test.each(['png', 'jpeg'] as const)('with undecodable for a truncated %s', async (format) => {
    const page = await renderTextPage('Cut');
    const whole = await sharp(page).toFormat(format).toBuffer();
    const failure = { code: 'undecodable', message: 'The image is not a complete PNG or JPEG.' };
    const cut = whole.subarray(0, whole.length >> 1);
    await expect(compareInThread(page, cut)).rejects.toMatchObject(failure);
    await expect(compareInThread(cut, page)).rejects.toMatchObject(failure);
  });

  test('with too_large, before decoding, for a canvas above the limit', async () => {
    await expect(compareInThread(await png(16_384, 1), await png(1, 16_384))).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('16384 × 1 and 1 × 16384'),
    });
  });
});

test('compares images with 60,000 rows', async () => {
  const blank = (background: string) =>
    sharp({ create: { width: 100, height: 60_000, channels: 3, background } });
  const baseline = await blank('#fff').png({ compressionLevel: 1 }).toBuffer();
  const mark = { input: await png(100, 100, [{ left: 0, top: 0, width: 100, height: 100, color: black }]) };
  const current = await blank('#fff')
    .composite([{ ...mark, left: 0, top: 59_000 }])
    .png({ compressionLevel: 1 })
    .toBuffer();
  const found = await compareInThread(baseline, current);
  expect(found.ratio).toBe(10_000 / 6_000_000);
  expect(await sharp(found.diff!.body).metadata()).toMatchObject({ width: 100, height: 60_000 });
}, 120_000);

test('calculates in advance how much memory a comparison needs, based on the canvas that contains both images', async () => {
  const images = { baseline: await png(20, 50), current: await png(10, 100) };
  expect(await withFiles(images, measureComparison)).toMatchObject({ canvas: { width: 20, height: 100 } });
});
