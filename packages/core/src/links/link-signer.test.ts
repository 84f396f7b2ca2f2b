import { describe, expect, test } from 'vitest';
import { createLinkSigner, type LinkQuery } from './link-signer.ts';
import { createLinks } from './links.ts';

const secrets = [
  'first secret of at least 32 characters',
  'second secret of at least 32 characters',
] as const;
const dayMs = 86_400_000;
const midnight = Date.UTC(2026, 10, 23);
const path = '/api/v1/screenshots/7/image';

const signerAt = (ms: number, ...own: string[]) =>
  createLinkSigner(own.length > 0 ? (own as [string]) : [secrets[0]], () => ms);
const queryOf = (text: string): LinkQuery => Object.fromEntries(new URLSearchParams(text));
type Signer = ReturnType<typeof signerAt>;
const checkText = (signer: Signer, text: string) => signer.check(path, queryOf(text), text);
/** The query string of a request with these parameters. */
const textOf = (query: LinkQuery) =>
  Object.entries(query)
    .flatMap(([name, value]) => [value].flat().map((one) => `${name}=${one}`))
    .join('&');
const changed = 'The link is incomplete or was changed.';

describe('a link', () => {
  test('is the same during a whole day, and is valid for at least seven days', () => {
    const link = signerAt(midnight).sign(2, path);
    expect(link).toMatch(/^account=2&expires=\d{10}&signature=[\w-]{43}$/);
    expect(signerAt(midnight + dayMs - 1).sign(2, path)).toBe(link);
    expect(signerAt(midnight + dayMs).sign(2, path)).not.toBe(link);
    expect(signerAt(midnight + dayMs).sign(2, path, 1)).toBe(link);
    const check = (ms: number) => checkText(signerAt(ms), link);
    expect(check(midnight)).toEqual({ accountId: 2 });
    expect(check(midnight + 8 * dayMs - 1)).toEqual({ accountId: 2 });
    expect(check(midnight + 8 * dayMs)).toEqual({
      refusal: 'The link expired at 2026-12-01T00:00:00.000Z.',
    });
  });

  test('is valid only for its path, its account and its validity period', () => {
    const signer = signerAt(midnight);
    const query = queryOf(signer.sign(2, path));
    for (const other of ['/api/v1/screenshots/8/image', '/api/v1/screenshots/7/text', `${path}/`, ''])
      expect(signer.check(other, query, textOf(query)), other).toEqual({ refusal: changed });
    const later = String(Number(query.expires) + 1);
    for (const change of [
      { account: '1' },
      { account: '02' },
      { expires: later },
      { expires: `${query.expires}.0` },
    ])
      expect(checkText(signer, textOf({ ...query, ...change })), JSON.stringify(change)).toEqual({
        refusal: changed,
      });
  });

  test('is refused if any character of its signature is changed, even one that does not affect the decoded bytes', () => {
    const signer = signerAt(midnight);
    const query = queryOf(signer.sign(2, path));
    const signature = String(query.signature);
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (let at = 0; at < signature.length; at += 1) {
      const digit = digits[(digits.indexOf(signature[at]!) + 1) % digits.length];
      const other = signature.slice(0, at) + digit + signature.slice(at + 1);
      expect(checkText(signer, textOf({ ...query, signature: other })), other).toEqual({ refusal: changed });
    }
    for (const other of ['', '=', `${signature}=`, signature.slice(1), `${signature}A`, 'é'.repeat(43)])
      expect(checkText(signer, textOf({ ...query, signature: other })), other).toEqual({ refusal: changed });
  });

  test('is refused if a part is missing or repeated, but a query without any of the parts is not a link', () => {
    const signer = signerAt(midnight);
    const query = queryOf(signer.sign(2, path));
    for (const name of Object.keys(query)) {
      const { [name]: value, ...rest } = query;
      expect(signer.check(path, rest, textOf(rest)), name).toEqual({ refusal: changed });
      const repeated = { ...rest, [name]: [value, value] };
      expect(signer.check(path, repeated, textOf(repeated)), name).toEqual({ refusal: changed });
    }
    expect(checkText(signer, 'expand=capture')).toBeNull();
  });

  test('has only one valid spelling, and other parameters may precede or follow it', () => {
    const signer = signerAt(midnight);
    const link = signer.sign(2, path);
    const [account, expires, signature] = link.split('&');
    for (const text of [link, `width=3&${link}`, `${link}&width=3`])
      expect(checkText(signer, text), text).toEqual({ accountId: 2 });
    const others = [
      `${expires}&${account}&${signature}`,
      link.replace('account=2', 'account=%32'),
      link.replace('account', '%61ccount'),
      link.replace('&', '&width=3&'),
      link.replace('&', '&&'),
      `x${link}`,
    ];
    for (const text of others) expect(checkText(signer, text)).not.toHaveProperty('accountId');
  });

  test('remains valid while its secret is the second of the configured secrets', () => {
    const link = signerAt(midnight, secrets[0]).sign(2, path);
    const check = (...own: string[]) => checkText(signerAt(midnight, ...own), link);
    expect(check(secrets[1], secrets[0])).toEqual({ accountId: 2 });
    expect(check(secrets[1])).toEqual({ refusal: changed });
    expect(signerAt(midnight, secrets[1], secrets[0]).sign(2, path)).toBe(
      signerAt(midnight, secrets[1]).sign(2, path),
    );
  });
});

test('links are URLs, and are signed only if requests need a key', () => {
  const publicUrl = () => 'https://shots.example/base';
  const unsigned = createLinks({ publicUrl, signer: null });
  expect(unsigned.artifact(2, path)).toBe(`https://shots.example/base${path}`);
  expect(unsigned.previous.artifact(2, path)).toBe(unsigned.artifact(2, path));
  const signer = signerAt(midnight);
  const signed = createLinks({ publicUrl, signer });
  expect(signed.artifact(2, path)).toBe(`https://shots.example/base${path}?${signer.sign(2, path)}`);
  expect(signed.previous.artifact(2, path)).toContain(signer.sign(2, path, 1));
  expect(signed.plain('/x')).toBe('https://shots.example/base/x');
});
