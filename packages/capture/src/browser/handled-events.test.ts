import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { handledEvents } from './handled-events.ts';

/** The names of protocol events that source files pass to `on` and `once`. */
function listeners(): string[] {
  const folder = join(import.meta.dirname, '..');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  return sources.flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(/\.on(?:ce)?\(\s*'([A-Z]\w+\.\w+)'/g)].map(
      ([, event]) => event!,
    ),
  );
}

test('keeps only target events and the events that source files listen to', () => {
  const own = [...handledEvents].filter((event) => !event.startsWith('Target.'));
  expect(new Set(listeners().filter((event) => !event.startsWith('Target.')))).toEqual(new Set(own));
  expect([...handledEvents]).toEqual(expect.arrayContaining(listeners()));
});
