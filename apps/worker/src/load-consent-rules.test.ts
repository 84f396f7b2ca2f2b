import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '@shotclock/runtime';
import { expect, onTestFinished, test } from 'vitest';
import { loadConsentRules } from './load-consent-rules.ts';

const rule = { name: 'shop', detectCmp: [], detectPopup: [], optOut: [] };

async function load(content: string) {
  const folder = await mkdtemp(join(tmpdir(), 'consent-rules-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'rules.json');
  await writeFile(file, content);
  return { file, rules: loadConsentRules(file) };
}

test('returns the rules in the file, or null if there is no file', async () => {
  const { rules } = await load(JSON.stringify({ autoconsent: [rule] }));
  expect(await rules).toEqual([rule]);
  expect(await loadConsentRules(null)).toBeNull();
});

test.each([
  ['{', 'it does not contain JSON'],
  ['{"autoconsent":{}}', 'autoconsent must be a list of rules'],
  [JSON.stringify({ autoconsent: [rule, { ...rule, optOut: 'click' }] }), 'autoconsent[1] must have a name'],
  [JSON.stringify({ autoconsent: [{ ...rule, runContext: { urlPattern: '(' } }] }), 'a regular expression'],
])('a file with %s stops the start with its name', async (content, reason) => {
  const { file, rules } = await load(content);
  const error: Error = await rules.then(
    () => new Error('started'),
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(StartError);
  expect(error.message).toContain(`CONSENT_RULES: the file ${file} is not valid: `);
  expect(error.message).toContain(reason);
});

test('an unreadable file prevents startup, and the error contains its path', async () => {
  const start = loadConsentRules('/no/such/rules.json');
  await expect(start).rejects.toThrow(StartError);
  await expect(start).rejects.toThrow('CONSENT_RULES: the file /no/such/rules.json cannot be read (ENOENT)');
});
