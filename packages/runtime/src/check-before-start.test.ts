import { expect, test } from 'vitest';
import { checkBeforeStart, createLogger, StartError } from './index.ts';

const logger = createLogger({ name: 'test', level: 'silent' });
const running = new AbortController().signal;

test('checkBeforeStart waits for an unavailable server and resolves once the server responds', async () => {
  let checks = 0;
  const check = async () => {
    checks += 1;
    if (checks < 3) throw new Error('unavailable');
    return null;
  };
  await checkBeforeStart(check, { signal: running, logger, retryMs: 1 });
  expect(checks).toBe(3);
});

test('checkBeforeStart rejects with a StartError if the check finds a problem', async () => {
  const refused = checkBeforeStart(async () => new StartError('too new'), { signal: running, logger });
  await expect(refused).rejects.toEqual(new StartError('too new'));
});

test('checkBeforeStart stops waiting when its signal aborts', async () => {
  const stop = new AbortController();
  const check = () => {
    stop.abort(new Error('stopping'));
    return Promise.reject(new Error('unavailable'));
  };
  const waiting = checkBeforeStart(check, { signal: stop.signal, logger, retryMs: 3_600_000 });
  await expect(waiting).rejects.toThrow('stopping');
});
