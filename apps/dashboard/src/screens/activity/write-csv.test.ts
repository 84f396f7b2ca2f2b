import { expect, test } from 'vitest';
import { csvLine } from './write-csv.ts';

test('cells with commas, quotes and line breaks are quoted', () => {
  expect(csvLine(['a,b', 'say "hi"', 'two\nlines', 3, null])).toBe('"a,b","say ""hi""","two\nlines",3,');
});

test('a text that a spreadsheet would run is no formula', () => {
  expect(csvLine(['=HYPERLINK("x")', '@sum', -5])).toBe(`"'=HYPERLINK(""x"")",'@sum,-5`);
});
