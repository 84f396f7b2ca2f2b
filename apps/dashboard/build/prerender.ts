// Writes `screens.json`. For each URL pattern of the dashboard, it contains a page with the screen's loading state and links to the screen's
// files. Browsers can therefore paint before the scripts have loaded, and load all files at once.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type ResolvedConfig } from 'vite';
import { captureFieldsModule } from './capture-fields.ts';
import { destinationKindsModule } from './destination-kinds.ts';

type Chunk = { file: string; css?: string[]; imports?: string[] };
type Manifest = Record<string, Chunk>;
type Renderer = {
  patterns: readonly string[];
  renderScreen(address: string, nonce: string): Promise<string>;
};
/** An entry in the format that the API reads. In `pattern`, `$name` stands for a path segment. */
type ScreenPage = { pattern: string; page: string };

const entry = 'index.html';
const nonce = '__NONCE__';

export function prerender(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'prerender',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    // Unlike `closeBundle`, this hook does not run after an error, so it cannot hide the error.
    async writeBundle() {
      const dist = join(config.root, config.build.outDir);
      const read = (file: string) => readFile(join(dist, file), 'utf8');
      const [page, manifest] = await Promise.all([read(entry), read('.vite/manifest.json')]);
      const screens = await renderScreens(config, page, JSON.parse(manifest) as Manifest);
      await writeFile(join(dist, 'screens.json'), JSON.stringify(screens));
    },
  };
}

async function renderScreens(
  config: ResolvedConfig,
  page: string,
  manifest: Manifest,
): Promise<ScreenPage[]> {
  const loaded: string[] = [];
  Object.assign(globalThis, {
    loadedScreens: loaded,
    localStorage: { getItem: () => null },
    location: new URL('http://localhost/'),
  });
  const folder = join(config.root, 'node_modules/.prerender');
  await build({
    configFile: false,
    root: config.root,
    logLevel: 'warn',
    plugins: [captureFieldsModule(), destinationKindsModule(), react(), noteLoadedScreens(config.root)],
    ssr: { resolve: { conditions: config.resolve.conditions } },
    build: { ssr: 'src/prerender.tsx', outDir: folder, minify: false, assetsInlineLimit: 0 },
  });
  const { patterns, renderScreen } = (await import(
    pathToFileURL(join(folder, 'prerender.js')).href
  )) as Renderer;
  const pages: ScreenPage[] = [];
  for (const pattern of patterns) {
    const html = await renderScreen(pattern.replaceAll(/\$\w+/g, '1'), nonce);
    const files = filesOf(manifest, [entry, ...loaded.splice(0)]);
    pages.push({ pattern, page: fill(page, html, files) });
  }
  await rm(folder, { recursive: true });
  return pages;
}

/** Routes load their screens but do not expose the file names. */
const noteLoadedScreens = (root: string): Plugin => ({
  name: 'note-loaded-screens',
  transform: (code, id) =>
    id.endsWith('-screen.tsx')
      ? `${code}\nglobalThis.loadedScreens.push(${JSON.stringify(relative(root, id))});`
      : undefined,
});

/** The files of the given chunks and their imports, in the order in which style sheets apply. */
function filesOf(manifest: Manifest, names: readonly string[]): string[] {
  const files = new Set<string>();
  const seen = new Set<string>();
  const add = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    const { file, css = [], imports = [] } = manifest[name]!;
    imports.forEach(add);
    for (const one of [file, ...css]) files.add(`/${one}`);
  };
  names.forEach(add);
  return [...files];
}

function fill(page: string, html: string, files: readonly string[]): string {
  const { body, style } = withoutStyleAttributes(html);
  const links = files.filter((file) => !page.includes(`"${file}"`)).map(linkTo);
  // The first paint requires the style sheets but not the scripts. The page is inert until React takes over.
  return page
    .replaceAll(/<script type="module"|<link rel="modulepreload"/g, '$& fetchpriority="low"')
    .replace('</head>', () => `${links.join('\n')}\n<style nonce="${nonce}">${style}</style>\n</head>`)
    .replace('<div id="root">', (root) => `${root}<div inert>${body}</div>`);
}

const linkTo = (file: string): string =>
  file.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="${file}" nonce="${nonce}">`
    : `<link rel="modulepreload" fetchpriority="low" crossorigin href="${file}" nonce="${nonce}">`;

/** Converts style attributes to CSS rules, because the page's policy forbids such attributes in HTML. */
function withoutStyleAttributes(html: string): { body: string; style: string } {
  const styles: string[] = [];
  const body = html.replaceAll(/ style="([^"]*)"/g, (_, text: string) => {
    const place = styles.includes(text) ? styles.indexOf(text) : styles.push(text) - 1;
    return ` data-style="${place}"`;
  });
  return { body, style: styles.map((text, place) => `[data-style="${place}"]{${text}}`).join('') };
}
