import { expect, test } from 'vitest';
import { png } from '../test/pictures.fixture.ts';
import { ComparisonError } from './comparison-error.ts';
import { runInThread } from './run-in-thread.ts';

const { signal } = new AbortController();
const bytes = async (size: number) => new Uint8Array(await png(size, size));

test('a thread that needs more memory than it may have makes the comparison too large', async () => {
  const words = (seed: number) => Array.from({ length: 300_000 }, (_, index) => index * seed).join(' ');
  const work = runInThread({ kind: 'texts', baseline: words(3), current: words(7) }, signal, {
    maxOldGenerationSizeMb: 16,
  });
  await expect(work).rejects.toMatchObject({
    name: 'ComparisonError',
    code: 'too_large',
    message: 'The comparison needs more memory than it may have.',
    cause: { code: 'ERR_WORKER_OUT_OF_MEMORY' },
  });
});

test('a thread that throws fails the comparison, and what it threw is only the cause', async () => {
  const task = { kind: 'images', baseline: await bytes(2), current: await bytes(3) } as const;
  const error: unknown = await runInThread({ ...task, masks: JSON.parse('null') }, signal).catch(
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(ComparisonError);
  expect(error).toMatchObject({ code: 'failed', message: 'The comparison ended without a result.' });
  expect(error).toHaveProperty('cause.name', 'TypeError');
});
