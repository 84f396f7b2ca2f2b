import { expect, test } from 'vitest';
import type { ConsentAction } from '../in-page/consent-agent.ts';
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
  const steps = {
    ...{ detectCmp: [{ exists: '#a' }], detectPopup: [] },
    ...{ optOut: [{ click: '#no' }], optIn: [{ click: '#yes' }] },
  };
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
  const first = (action: ConsentAction) => JSON.parse(rulesFor({ url: '', mainFrame: true, action }))[0];
  const rule = { name: 'everywhere', ...steps, runContext: {} };
  expect(first('reject')).toEqual({ ...rule, optIn: [] });
  expect(first('accept')).toEqual({ ...rule, optOut: [] });
  expect(first('hide')).toEqual({ ...rule, optOut: [], optIn: [] });
  const cosmetic = createConsentRulesLoader([{ ...rules[0]!, cosmetic: true }]);
  const [hiding] = JSON.parse((await cosmetic()).rulesFor({ url: '', mainFrame: true, action: 'accept' }));
  expect(hiding).toEqual({ ...rule, cosmetic: true });
});
