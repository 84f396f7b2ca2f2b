import { expect, test } from 'vitest';
import { parseLogLine } from './parse-log-line.ts';

test('parseLogLine returns the fields of a line', () => {
  const fields = { a: 1, b: { a: 'text "quoted": {', c: [{ a: 1 }, { a: 2 }] }, msg: '"a":1' };
  expect(parseLogLine(JSON.stringify(fields))).toEqual(fields);
});

test.each([
  ['{"pid":1,"msg":"x","pid":2}', 'pid'],
  ['{"a":{"b":1,"b":1}}', 'b'],
  ['{"a":[{"b":1},{"c":1,"c":2}]}', 'c'],
  ['{"a":1,"\\u0061":2}', 'a'],
])('parseLogLine refuses %s, which has a key twice', (line, key) => {
  expect(() => parseLogLine(line)).toThrow(`the key "${key}" occurs twice`);
});

test.each(['', 'text', '[]', 'null', '{"a":1} {"a":2}'])('parseLogLine rejects %j', (line) => {
  expect(() => parseLogLine(line)).toThrow(SyntaxError);
});
