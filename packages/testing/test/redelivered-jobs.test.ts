import { describe, expect, test } from 'vitest';
import { lastKillBefore, redeliveriesIn } from '../chaos/redelivered-jobs.ts';

describe('the delay that a single kill causes', () => {
  const claim = { screenshotId: 7, attempt: 2, killedAt: 10_000, claimedAt: 50_000 };
  const kills = [2_000, 10_000, 26_000, 38_000, 47_000];
  const redelivery = (attempt: number, at: number, screenshotId = 7) => ({ screenshotId, attempt, at });

  test('begins when the worker that held the capture is killed', () => {
    expect(lastKillBefore(claim, [], kills)).toBe(10_000);
  });

  test('begins with the last kill of a worker that had received the job for the next claim', () => {
    const twice = [redelivery(2, 33_000), redelivery(2, 45_000)];
    expect(lastKillBefore(claim, twice, kills)).toBe(38_000);
  });

  test('ignores the job of the killed claim, other captures, and deliveries after the claim', () => {
    const others = [redelivery(1, 33_000), redelivery(2, 33_000, 8), redelivery(2, 52_000)];
    expect(lastKillBefore(claim, others, kills)).toBe(10_000);
  });

  test('ignores a job whose lock expired even though no other worker was killed', () => {
    expect(lastKillBefore(claim, [redelivery(2, 28_000)], kills)).toBe(10_000);
  });
});

test('redeliveries of jobs from lost workers are parsed from log lines', () => {
  const msg = 'capture job of a lost worker is delivered again';
  const lines = [
    { msg, jobId: 'capture-12-3', time: 5 },
    { msg, jobId: 'capture-13-1-high', time: 6 },
    { msg: 'capture succeeded', screenshotId: 12, time: 7 },
  ];
  expect(redeliveriesIn(lines)).toEqual([
    { screenshotId: 12, attempt: 3, at: 5 },
    { screenshotId: 13, attempt: 1, at: 6 },
  ]);
});
