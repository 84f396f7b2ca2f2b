import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { auditSentences } from '../src/texts/en/audit.ts';

test('every API operation that changes something has a sentence', () => {
  const file = new URL('../../../docs/openapi.json', import.meta.url);
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const operations = Object.values(paths).flatMap(({ post, patch, put, delete: remove }) =>
    [post, patch, put, remove].flatMap((one) => one?.operationId ?? []),
  );
  // A preview does not change anything.
  const changing = operations.filter((operation) => !operation.startsWith('preview'));
  expect(changing.length).toBeGreaterThan(20);
  expect(changing.filter((operation) => !(operation in auditSentences))).toEqual([]);
});
