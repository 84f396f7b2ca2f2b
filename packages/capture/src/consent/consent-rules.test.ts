import { expect, test } from 'vitest';
import { type ConsentRule, createConsentRulesLoader } from './consent-rules.ts';

test('the package still contains the script and the rules at the expected paths', async () => {
  const { script, rulesFor } = await createConsentRulesLoader(null)();
  expect(script).toContain('autoconsentReceiveMessage');
  const namesIn = (rules: string) => JSON.parse(rules).map(({ name }: ConsentRule) => name);
  const url = 'https://shop.example/';
  expect(namesIn(rulesFor({ url, mainFrame: true, action: 'reject' }))).toContain('didomi');
  expect(namesIn(rulesFor({ url, mainFrame: false, action: 'reject' }))).toContain('piano.io');
});

test('a document receives the rules for its URL and its kind, with the steps that the action requires', async () => {
  const steps = { detectCmp: [{ exists: '#a' }], detectPopup: [], optOut: [], optIn: [{ click: '#b' }] };
  const rules = [
    { name: 'everywhere', _metadata: {}, test: [], ...steps },
    { name: 'frames', ...steps, runContext: { main: false, frame: true } },
    { name: 'shop', ...steps, runContext: { urlPattern: '^https://shop\\.' } },
  ];
  const { rulesFor } = await createConsentRulesLoader(rules)();
  const select = (url: string, mainFrame: boolean) =>
    JSON.parse(rulesFor({ url, mainFrame, action: 'reject' })).map(({ name }: ConsentRule) => name);
  expect(select('https://shop.example/', true)).toEqual(['everywhere', 'shop']);
  expect(select('https://other.example/', true)).toEqual(['everywhere']);
  expect(select('https://shop.example/', false)).toEqual(['frames']);
  const [rule] = JSON.parse(rulesFor({ url: '', mainFrame: true, action: 'accept' }));
  expect(rule).toEqual({ name: 'everywhere', ...steps, runContext: {} });
  const [rejecting] = JSON.parse(rulesFor({ url: '', mainFrame: true, action: 'reject' }));
  expect(rejecting).toEqual({ ...rule, optIn: [] });
});
