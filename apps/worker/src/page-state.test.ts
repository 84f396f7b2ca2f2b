import type { Verdict } from '@shotclock/capture';
import { expect, test } from 'vitest';
import { reasonNotToCompare } from './page-state.ts';

const page = (kind: Verdict['kind'], httpStatus = 200, certainty: Verdict['certainty'] = 'certain') => ({
  httpStatus,
  verdict: { kind, certainty, vendor: null, evidence: [] },
});

test.each([
  [page('http_error', 404), 'The page answered with HTTP status 404', true],
  [page('http_error', 429), 'The page answered with HTTP status 429', false],
  [page('http_error', 503), 'The page answered with HTTP status 503', false],
  [page('login_wall'), 'The page was a login form', true],
  [page('challenge', 403), 'The page was a bot check', false],
  [page('blank'), 'The page was blank', false],
])('a page in the state %j is not compared', (state, reason, isComparedAlways) => {
  const sentence = `${reason}, so it was not compared.`;
  expect(reasonNotToCompare(state, { compare: 'content' })).toBe(sentence);
  expect(reasonNotToCompare(state, { compare: 'always' })).toBe(isComparedAlways ? null : sentence);
});

test.each([
  page('content', 200, 'likely'),
  page('challenge', 200, 'likely'),
  { httpStatus: 200, verdict: null },
])('a page in the state %j is compared', (state) => {
  expect(reasonNotToCompare(state, { compare: 'content' })).toBeNull();
});
