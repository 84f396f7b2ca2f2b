import { expect, test } from 'vitest';
import type { BrowserFacts, Loss } from '../model/browser-facts.ts';
import { browserFindings, type ProtectionSettings } from './browser-findings.ts';

const facts: BrowserFacts = {
  executablePath: '/usr/bin/chromium',
  version: 'HeadlessChrome/156',
  isolation: 'dynamic-user',
  sandboxed: true,
  losses: [],
  missingScripts: [],
};
const loss = (protection: Loss['protection']): Loss => ({
  protection,
  problem: 'Lost.',
  remedy: 'Permit it.',
});

const statuses = async (given: Partial<BrowserFacts>, settings: ProtectionSettings) =>
  Object.fromEntries(
    Object.entries(await browserFindings({ ...facts, ...given }, settings)).map(([name, { status }]) => [
      name,
      status,
    ]),
  );

test('a lost protection is a warning, or a failure if the settings require it', async () => {
  const lost = { losses: [loss('isolation'), loss('sandbox')], isolation: null };
  expect(await statuses({}, { sandbox: true, isolation: 'auto' })).toEqual({
    ...{ browser: 'ok', sandbox: 'ok', isolation: 'ok', fonts: 'ok', rights: 'ok' },
  });
  expect(await statuses(lost, { sandbox: 'auto', isolation: 'auto' })).toMatchObject({
    ...{ sandbox: 'warning', isolation: 'warning', rights: 'warning' },
  });
  expect(await statuses(lost, { sandbox: true, isolation: 'required' })).toMatchObject({
    ...{ sandbox: 'failed', isolation: 'failed', rights: 'warning' },
  });
  expect(await statuses({ isolation: null }, { sandbox: false, isolation: 'off' })).toMatchObject({
    ...{ sandbox: 'warning', isolation: 'warning', rights: 'ok' },
  });
});

test('missing fonts are named with their packages', async () => {
  const { fonts } = await browserFindings(
    { ...facts, missingScripts: ['cjk', 'emoji'] },
    { sandbox: true, isolation: 'auto' },
  );
  expect(fonts).toMatchObject({
    status: 'warning',
    found: expect.stringContaining('Chinese, Japanese and Korean and emoji'),
    remedy: expect.stringContaining('fonts-noto-cjk fonts-noto-color-emoji'),
  });
});
