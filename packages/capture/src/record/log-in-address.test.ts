import { expect, test } from 'vitest';
import { logInAddress } from './log-in-address.ts';

const page = 'https://example.com/reports';

test.each([
  ['https://example.com/login?next=/reports', true, false],
  ['https://example.com/users/sign_in', false, false],
  ['https://example.com/wp-login.php?redirect_to=https%3A%2F%2Fexample.com%2Freports', true, false],
  ['https://sso.example.com/?RelayState=1', true, false],
  [
    'https://login.microsoftonline.com/common/oauth2/v2.0/authorize?redirect_uri=https://example.com',
    true,
    true,
  ],
  ['https://example.okta.com/app/1', false, true],
])('a capture that ended at %s ended at a login', (final, returns, provider) => {
  expect(logInAddress(page, final)).toMatchObject({ returns, provider });
});

test.each([
  [page, page],
  [page, `${page}?login=1#sign-in`],
  ['https://example.com/login', 'https://www.example.com/login?next=/'],
  [page, 'https://example.com/blog/how-to-login?next=2'],
  [page, 'https://example.com/authors?from=reports'],
  [page, 'https://example.com/docs/login?from=/reports'],
  [page, 'https://loginworld.example/?next=1'],
  [page, 'https://example.com/conference/sessions'],
  [page, 'about:blank'],
  ['https://okta.com/', 'https://www.okta.com/'],
  [page, 'https://community.auth0.com/t/1?redirect_uri=/t'],
])('a capture of %s that ended at %s did not end at a login', (requested, final) => {
  expect(logInAddress(requested, final)).toBeNull();
});
