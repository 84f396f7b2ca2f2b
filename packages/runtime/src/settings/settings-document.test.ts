import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settings } from './settings.ts';
import { settingsDocument, settingsFile } from './settings-document.ts';

test('docs/settings.md matches the output of `pnpm docs:settings`', () => {
  expect(readFileSync(settingsFile, 'utf8')).toBe(settingsDocument());
});

test('the document lists every setting once, with its default, its apps, and whether it is a secret', () => {
  const text = settingsDocument();
  const names = [...text.matchAll(/^- \*\*`([A-Z0-9_]+)`/gm)].map(([, name]) => name);
  expect(names).toEqual(Object.keys(settings));
  expect(text).toContain('**`DATABASE_URL`** (all, cli; required by all; secret): ');
  expect(text).toContain('**`PUBLIC_URL`** (api, scheduler, cli; default: http://HOST:PORT): ');
  expect(text).toContain('**`RETENTION_DAYS`** (scheduler; optional): ');
  expect(text).toContain(' _Valid:_ 1 to 64.\n');
});
