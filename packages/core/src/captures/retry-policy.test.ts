import { FailureCode } from '@shotclock/contracts';
import { describe, expect, test } from 'vitest';
import { attemptsLeftAfter, retryDelaySeconds } from './retry-policy.ts';

const final: FailureCode[] = [
  'url_refused',
  'name_not_resolved',
  'tls_invalid',
  'too_many_redirects',
  'too_much_data',
  'too_much_memory',
  'too_much_cpu',
  'too_many_processes',
  'too_many_events',
  'not_a_page',
  'selector_not_found',
  'element_not_found',
  'element_not_visible',
  'invalid_selector',
  'crop_outside_page',
  'script_failed',
  'page_rejected',
  'page_closed',
  'deadline_exceeded',
  'cancelled',
];
const retryable = (FailureCode.enum as FailureCode[]).filter((code) => !final.includes(code));

describe('the retry policy', () => {
  test.each(final)('never retries %s', (code) => {
    expect([1, 2, 9].map((left) => retryDelaySeconds(code, left))).toEqual([null, null, null]);
  });

  test.each(retryable)('retries %s while attempts are left', (code) => {
    expect(retryDelaySeconds(code, 1)).toBeTypeOf('number');
    expect(retryDelaySeconds(code, 0)).toBeNull();
  });

  test('waits 5 s before the last attempt and 1 s before each earlier one', () => {
    expect([3, 2, 1].map((left) => retryDelaySeconds('connection_failed', left))).toEqual([1, 1, 5]);
  });

  test('does not use up an attempt if other captures occupy the memory', () => {
    const last = { attemptsLeft: 1, lostWorkers: 0 };
    expect(attemptsLeftAfter('worker_memory_busy', last)).toBe(1);
    expect(attemptsLeftAfter('worker_memory_exceeded', last)).toBe(0);
  });

  test('retries a lost worker immediately', () => {
    expect([2, 1].map((left) => retryDelaySeconds('worker_lost', left))).toEqual([0, 0]);
  });
});
