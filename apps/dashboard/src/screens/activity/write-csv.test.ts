import { expect, test } from 'vitest';
import { csvLine } from './write-csv.ts';

test('cells with commas, quotes and line breaks are quoted', () => {
  expect(csvLine(['a,b', 'say "hi"', 'two\nlines', 3, null])).toBe('"a,b","say ""hi""","two\nlines",3,');
});

test('text that a spreadsheet would run as a formula is escaped', () => {
  expect(csvLine(['=HYPERLINK("x")', '@sum', -5])).toBe(`"'=HYPERLINK(""x"")",'@sum,-5`);
});

test.each([
  ['a;=1+1', `"a;'=1+1"`],
  ['a\t@sum', "a\t'@sum"],
  ['\n=1+1', `"'\n'=1+1"`],
  ['a\r\n-1', `"a\r\n'-1"`],
  ['＝1+1', "'＝1+1"],
  ['＠sum', "'＠sum"],
  ['https://example.com/?a=1;b=2', '"https://example.com/?a=1;b=2"'],
  ['a - b = c', 'a - b = c'],
])('no spreadsheet interprets %j as a formula, and other text is unchanged', (text, line) => {
  expect(csvLine([text])).toBe(line);
});
