import { expect, test } from 'vitest';
import { png, withFiles } from '../test/images.fixture.ts';
import { ComparisonError } from './comparison-error.ts';
import { type ComparisonTask, runInThread } from './run-in-thread.ts';

const { signal } = new AbortController();

test('a comparison fails with too_large if its thread exceeds the memory limit', async () => {
  const words = (seed: number) => Array.from({ length: 300_000 }, (_, index) => index * seed).join(' ');
  const task = {
    kind: 'texts',
    baseline: words(3),
    current: words(7),
    again: null,
    known: [],
  } satisfies ComparisonTask;
  const work = runInThread(task, signal, { maxOldGenerationSizeMb: 16 });
  await expect(work).rejects.toMatchObject({
    name: 'ComparisonError',
    code: 'too_large',
    message: 'The comparison exceeded its memory limit.',
    cause: { code: 'ERR_WORKER_OUT_OF_MEMORY' },
  });
});

test('a comparison fails if its thread throws, and only its cause exposes the error', async () => {
  const images = { baseline: await png(2, 2), current: await png(3, 3) };
  const error: unknown = await withFiles(images, (files) =>
    runInThread({ kind: 'images', ...files, masks: JSON.parse('null') }, signal).catch((thrown) => thrown),
  );
  expect(error).toBeInstanceOf(ComparisonError);
  expect(error).toMatchObject({ code: 'failed', message: 'The comparison ended without a result.' });
  expect(error).toHaveProperty('cause.name', 'TypeError');
});
