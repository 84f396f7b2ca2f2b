import { type ProblemCode, problemCatalogue } from '@shotclock/contracts';
import { HtmlValidate } from 'html-validate/node';
import { expect, test } from 'vitest';
import { problemExplanations } from './problem-explanations.ts';
import { problemPage } from './problem-page.ts';

const html = new HtmlValidate({ extends: ['html-validate:standard'] });
const codes = Object.keys(problemCatalogue) as ProblemCode[];

test.each(codes)('the page for %s is valid HTML', async (code) => {
  const report = await html.validateString(problemPage(code));
  expect(
    report.results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`)),
  ).toEqual([]);
});

test.each(codes)('the page for %s explains the problem and how to fix it, with an example', (code) => {
  const page = problemPage(code);
  const { meaning, remedy, example } = problemExplanations[code];
  for (const text of [meaning, remedy]) expect(text).toMatch(/^[A-Z].{20,}\.$/);
  for (const text of [problemCatalogue[code].title, meaning, remedy, example.request, example.response])
    expect(page).toContain(text);
  expect(example.request).toMatch(/^[A-Z]+ \/api\/v1\//);
});

test.each(codes)('the page for %s links to the pages of all problems', (code) => {
  for (const other of codes) expect(problemPage(code)).toContain(`href="/problems/${other}"`);
});
