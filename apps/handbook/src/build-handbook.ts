import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apiPages } from './api-reference/api-pages.ts';
import type { OpenapiDocument } from './api-reference/openapi.ts';
import { llmsText } from './llms-txt.ts';
import { listedPages } from './navigation.ts';
import { htmlPath, type Page, relativeUrl } from './page.ts';
import { pageHtml, searchForm } from './page-template.ts';
import { type RenderedPage, renderMarkdown } from './render-markdown.ts';
import { folderPage, isUrl, linkedPaths, resolvePath } from './repository-links.ts';
import { writeSearchIndex } from './search-index.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const theme = join(root, 'apps/handbook/src/theme');

/** The documents outside of `docs` that are pages. Every document in `docs` is a page. */
const otherDocuments = listedPages
  .map(({ path }) => path)
  .filter((path) => !path.startsWith('docs/') && !path.startsWith('api/'));

/**
 * Builds the handbook as static files. Pages and the files that they link to have the same paths as in the repository, so the links in
 * the Markdown work in both.
 * @param target the folder, which is replaced when the build is complete
 */
export async function buildHandbook(target: string): Promise<void> {
  const documents = (await readdir(join(root, 'docs'), { recursive: true }))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.md'))
    .sort();
  const written = await Promise.all([...otherDocuments, ...documents].map(readPage));
  const openapi = JSON.parse(await readFile(join(root, 'docs/openapi.json'), 'utf8')) as OpenapiDocument;
  const { pages, files } = await addLinked([...written, ...apiPages(openapi)]);

  const folder = `${target}.new`;
  await rm(folder, { recursive: true, force: true });
  const write = async (path: string, content: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  };
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  const rendered = pages.map((page) => ({
    ...page,
    ...renderMarkdown(page.markdown, linkResolver(page, pages)),
  }));
  const titles = new Map(rendered.map(({ path, title }) => [path, title]));
  const html = new Map(rendered.map((page) => [htmlPath(page.path), pageOf(page, titles, version)]));
  for (const [path, content] of html) await write(path, content);
  for (const { path, markdown } of pages) await write(path, markdown);
  await write('search.html', searchPage(titles, version));
  await write('llms.txt', llmsText(rendered));
  for (const path of files) await cp(join(root, path), join(folder, path));
  await write('style.css', await styleSheet());
  await cp(join(theme, 'search.js'), join(folder, 'search.js'));
  await cp(join(root, 'apps/dashboard/src/icon.svg'), join(folder, 'icon.svg'));
  await writeSearchIndex(folder, html);
  await rm(target, { recursive: true, force: true });
  await rename(folder, target);
}

async function readPage(path: string): Promise<Page> {
  return { path, markdown: await readFile(join(root, path), 'utf8') };
}

/** Adds the files that pages link to, and a page for each folder that pages link to. */
async function addLinked(given: Page[]): Promise<{ pages: Page[]; files: Set<string> }> {
  const pages = [...given];
  const files = new Set<string>();
  for (const path of new Set(given.flatMap(linkedPaths))) {
    if (pageAt(path, pages)) continue;
    const found = await stat(join(root, path)).catch(() => null);
    if (found?.isFile()) files.add(path);
    if (!found?.isDirectory()) continue;
    const listing = folderPage(root, path);
    pages.push(listing);
    for (const file of listing.files) files.add(file);
  }
  return { pages, files };
}

const pageAt = (path: string, pages: readonly Page[]) =>
  pages.find((page) => page.path === path || page.path === `${path}/README.md`);

/** Returns the function that maps a link of a page's Markdown to a URL of its HTML. */
function linkResolver({ path }: Page, pages: readonly Page[]): (href: string) => string {
  return (href) => {
    const [target = '', anchor] = href.split('#');
    if (target === '' || isUrl(href)) return href;
    const page = pageAt(resolvePath(path, target), pages);
    if (!page) return href;
    return relativeUrl(htmlPath(path), htmlPath(page.path)) + (anchor === undefined ? '' : `#${anchor}`);
  };
}

function pageOf(page: Page & RenderedPage, titles: ReadonlyMap<string, string>, version: string): string {
  const summary = listedPages.find(({ path }) => path === page.path)?.summary ?? page.summary;
  const paths = { path: htmlPath(page.path), markdownPath: page.path };
  return pageHtml({ ...page, ...paths, summary, content: page.html, titles, version });
}

const searchPage = (titles: ReadonlyMap<string, string>, version: string) =>
  pageHtml({
    path: 'search.html',
    title: 'Search',
    summary: 'Searches the handbook of Shotclock.',
    content: `<h1>Search</h1>
${searchForm('search.html')}
<noscript><p>The search needs JavaScript.</p></noscript>
<p id="status" role="status"></p>
<ol id="results"></ol>`,
    headings: [],
    markdownPath: null,
    titles,
    version,
  });

/** The colors and fonts are those of the dashboard. */
async function styleSheet(): Promise<string> {
  const parts = [join(root, 'apps/dashboard/src/colors.css'), join(theme, 'style.css')];
  return (await Promise.all(parts.map((part) => readFile(part, 'utf8')))).join('\n');
}
