import { describe, expect, expectTypeOf, test } from 'vitest';
import { type ExpandText, expandField, expandRule, parseExpand } from './expand.ts';

const names = ['policy', 'upcomingRuns'] as const;
const errorsOf = (expand?: string) =>
  expandRule(names)({
    urlPath: '/',
    body: undefined,
    header: () => [],
    query: expand === undefined ? {} : { expand },
  });

describe('expand', () => {
  test.each([undefined, 'policy', 'upcomingRuns', 'upcomingRuns,policy'])('accepts %j', (text) => {
    expect(errorsOf(text)).toEqual([]);
  });

  test.each(['', 'policies', 'policy,', ',policy', 'policy, upcomingRuns', 'POLICY'])(
    'rejects %j and lists the permitted names',
    (text) => {
      expect(errorsOf(text)).toEqual([
        {
          path: '/expand',
          code: 'invalid_expand',
          message: 'must be a list of names separated by commas; permitted: policy, upcomingRuns',
        },
      ]);
    },
  );

  test('rejects a repeated name', () => {
    expect(errorsOf('policy,policy')).toMatchObject([{ path: '/expand', code: 'duplicate' }]);
  });

  test('is parsed as the set of its names', () => {
    expect(parseExpand(undefined)).toEqual(new Set());
    const read = parseExpand<'policy' | 'upcomingRuns'>('upcomingRuns,policy');
    expect(read).toEqual(new Set(names));
    expectTypeOf(expandField(names).static).toEqualTypeOf<ExpandText<'policy' | 'upcomingRuns'>>();
  });

  test('is documented with its names', () => {
    expect(expandField(names).description).toContain('policy, upcomingRuns');
  });
});
