import { expect, test } from 'vitest';
import { createTestApi } from '../test-api.fixture.ts';
import { type CompileSchemas, compileAtFirstUse, compileAtStart } from './compile-schemas.ts';
import { createSchemaCompilers } from './schema-compilers.ts';

test('the schemas of every route can be compiled', async () => {
  let compiled = 0;
  const countingCompiler: CompileSchemas = (compile) => {
    compiled += 1;
    return compileAtStart(compile);
  };
  const api = await createTestApi({
    compileSchemas: countingCompiler,
    compilers: createSchemaCompilers(),
  });
  await api.close();
  expect(compiled).toBeGreaterThan(200);
});

test('a function is compiled only once, on its first call', () => {
  let compiled = 0;
  const double = compileAtFirstUse(() => {
    compiled += 1;
    return (value: number) => 2 * value;
  });
  expect(compiled).toBe(0);
  expect([double(2), double(3), compiled]).toEqual([4, 6, 1]);
});
