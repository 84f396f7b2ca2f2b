import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const kB = 1_000;
const firstLoadBudget = 250 * kB;
/** The overview is usually the first screen, and it does not contain inputs, menus or dialogs. */
const overviewBudget = 170 * kB;

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[] };
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;

/** The scripts that must load before a screen is shown: the page's scripts and the screen's. */
function scriptsOf(...names: string[]): Set<string> {
  const files = new Set<string>();
  const add = (name: string) => {
    const { file, imports = [] } = manifest[name]!;
    if (files.has(file)) return;
    files.add(file);
    for (const imported of imports) add(imported);
  };
  for (const name of names) add(name);
  return files;
}

const compressedBytes = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length, 0);

const screens = Object.keys(manifest).filter((name) => /^src\/screens\/.*-screen\.tsx$/.test(name));

test('the budget covers all screens', () => {
  expect(screens).toContain('src/screens/overview/overview-screen.tsx');
  expect(screens.length).toBeGreaterThanOrEqual(10);
});

test.each(screens)('%s is within the budget when opened first', (screen) => {
  expect(compressedBytes(scriptsOf('index.html', screen))).toBeLessThanOrEqual(firstLoadBudget);
});

test("the overview does not load other screens' scripts", () => {
  const files = scriptsOf('index.html', 'src/screens/overview/overview-screen.tsx');
  expect(compressedBytes(files)).toBeLessThanOrEqual(overviewBudget);
});

test('viewers, dialogs, lists and forms are loaded only on demand', () => {
  const first = scriptsOf('index.html', ...screens);
  for (const part of [
    'deep-zoom',
    'compare-view',
    'text-compare',
    'finder-dialog',
    'notification-list',
    'capture-fields',
    'page-settings-form',
  ])
    expect(
      [...first].filter((file) => file.includes(part)),
      part,
    ).toEqual([]);
});

test('the build compresses text files', () => {
  const files = globSync('assets/*.{js,css,svg}', { cwd: dist });
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) {
    const forms = globSync(`${file}.{br,gz}`, { cwd: dist });
    expect(forms, file).toHaveLength(2);
  }
});
