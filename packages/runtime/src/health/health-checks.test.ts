import { expect, test } from 'vitest';
import { createReadiness, type HealthChecks, HealthWarning } from './health-checks.ts';

/** A readiness function and its log, whose lines have the form `level check reason`. */
function start(checks: HealthChecks, timeoutMs?: number, maxAgeMs?: number) {
  const lines: string[] = [];
  const log = (level: string) => (fields: { check: string; err?: Error }) =>
    void lines.push([level, fields.check, fields.err?.message].filter(Boolean).join(' '));
  const logger = { info: log('info'), warn: log('warn') } as Parameters<typeof createReadiness>[0]['logger'];
  return { lines, readiness: createReadiness({ checks, logger, timeoutMs, maxAgeMs }) };
}

const works = async () => {};
const unexpected = () => {
  throw new Error('nothing is logged');
};
const fails = async () => {
  throw new Error('it is unavailable');
};

test('logs a line when a check begins to fail, and another when it passes again', async () => {
  let database = works;
  const { lines, readiness } = start({ database: () => database(), queue: works });
  await readiness();
  expect(lines).toEqual([]);
  database = fails;
  for (let probe = 0; probe < 3; probe += 1)
    expect(await readiness()).toEqual({ status: 'failed', checks: { database: 'failed', queue: 'ok' } });
  expect(lines).toEqual(['warn database it is unavailable']);
  database = works;
  for (let probe = 0; probe < 3; probe += 1) expect((await readiness()).status).toBe('ok');
  expect(lines).toEqual(['warn database it is unavailable', 'info database']);
});

test('logs each transition of a check that warns, fails and warns again', async () => {
  const warns = async () => {
    throw new HealthWarning('a capture waits');
  };
  const steps = [warns, warns, fails, warns, works];
  let step = 0;
  const { lines, readiness } = start({ waiting: () => steps[step++]!() });
  for (const _ of steps) await readiness();
  expect(lines).toEqual([
    'warn waiting a capture waits',
    'warn waiting it is unavailable',
    'warn waiting a capture waits',
    'info waiting',
  ]);
});

test('does not log a warning that the log already contains', async () => {
  const warns = async () => {
    throw new HealthWarning('browsers are not isolated', { logged: true });
  };
  const { lines, readiness } = start({ isolation: warns });
  expect(await readiness()).toEqual({ status: 'ok', checks: { isolation: 'warning' } });
  expect(lines).toEqual([]);
});

test('logs a single failure for a check that fails and then times out', async () => {
  let check: () => Promise<void> = fails;
  const { lines, readiness } = start({ objects: () => check() }, 20);
  await readiness();
  check = () => new Promise(() => {});
  expect(await readiness()).toEqual({ status: 'failed', checks: { objects: 'timeout' } });
  expect(lines).toEqual(['warn objects it is unavailable']);
});

test('concurrent probes run the checks only once', async () => {
  let runs = 0;
  const { readiness } = start({
    database: async () => {
      runs += 1;
    },
  });
  const reports = await Promise.all([readiness(), readiness(), readiness()]);
  expect(reports.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok']);
  expect(runs).toBe(1);
  await readiness();
  expect(runs).toBe(2);
});

test('reuses a recent report unless the process is stopping', async () => {
  let runs = 0;
  const stopping = new AbortController();
  const count = async () => {
    runs += 1;
  };
  const { readiness } = start({ database: count }, undefined, 3_600_000);
  const first = await readiness();
  expect(await readiness()).toBe(first);
  expect(runs).toBe(1);
  const stopped = createReadiness({
    checks: { database: count },
    logger: { info: unexpected, warn: unexpected },
    maxAgeMs: 3_600_000,
    stopping: stopping.signal,
  });
  expect((await stopped()).status).toBe('ok');
  stopping.abort();
  expect((await stopped()).status).toBe('stopping');
});

test('treats a check that throws synchronously as failed', async () => {
  const { readiness } = start({
    throws: () => {
      throw new Error('synchronous');
    },
  });
  expect(await readiness()).toEqual({ status: 'failed', checks: { throws: 'failed' } });
});

test('a process that has not finished starting is not ready, even if its checks pass', async () => {
  let started = false;
  const readiness = createReadiness({
    checks: { database: works },
    started: () => started,
    logger: { info: unexpected, warn: unexpected },
  });
  expect(await readiness()).toEqual({ status: 'failed', checks: { database: 'ok', start: 'failed' } });
  started = true;
  expect(await readiness()).toEqual({ status: 'ok', checks: { database: 'ok' } });
});
