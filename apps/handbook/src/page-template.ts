import { escapeHtml } from './escape-html.ts';
import { navigation } from './navigation.ts';
import { htmlPath, relativeUrl } from './page.ts';
import type { Heading } from './render-markdown.ts';

type TemplateInput = {
  /** Path of the page's HTML. */
  path: string;
  title: string;
  summary: string;
  /** HTML of the main part. */
  content: string;
  headings: readonly Heading[];
  /** Path of the page's Markdown; null without one. */
  markdownPath: string | null;
  /** Titles of the pages in the navigation, by the path of their Markdown. */
  titles: ReadonlyMap<string, string>;
  version: string;
};

/** Returns a whole page. All its URLs are relative, so the handbook works at any address. */
export function pageHtml({
  path,
  title,
  summary,
  content,
  headings,
  markdownPath,
  titles,
  version,
}: TemplateInput): string {
  const url = (to: string) => relativeUrl(path, to);
  const isSearch = markdownPath === null;
  // Decisions are less useful results than the documents.
  const weight = path.startsWith('docs/adr/') ? ' data-pagefind-weight="0.3"' : '';
  const markdownLink = isSearch ? '' : `<a href="${url(markdownPath)}">This page as Markdown</a>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtml(summary)}">
<title>${escapeHtml(title)} · Shotclock handbook</title>
<link rel="icon" href="${url('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${url('style.css')}">
${isSearch ? `<script type="module" src="${url('search.js')}"></script>` : `<link rel="alternate" href="${url(markdownPath)}" type="text/markdown">`}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="brand" href="${url('index.html')}"><img src="${url('icon.svg')}" alt="" width="24" height="24">Shotclock <span>handbook</span></a>
${isSearch ? '' : searchForm(url('search.html'))}
<button type="button" class="menu" popovertarget="navigation">Menu</button>
</header>
<div class="columns">
<nav id="navigation" popover aria-label="Handbook">
${navigationHtml({ path, headings, titles })}
</nav>
<main id="content" tabindex="-1"${isSearch ? '' : ` data-pagefind-body${weight}`}>
${content}
</main>
</div>
<footer>
<span>Shotclock ${escapeHtml(version)}</span>
${markdownLink}
<a href="${url('llms.txt')}">llms.txt</a>
</footer>
</body>
</html>
`;
}

/** The search works without scripts on other pages, because the form opens the search page. */
export const searchForm = (action: string): string =>
  `<search><form action="${action}"><input type="search" name="q" aria-label="Search the handbook" placeholder="Search" required><button>Search</button></form></search>`;

type NavigationInput = Pick<TemplateInput, 'path' | 'headings' | 'titles'>;

function navigationHtml({ path, headings, titles }: NavigationInput): string {
  const isOfApi = path.startsWith('api/');
  return navigation
    .map((group) => {
      const items = group.pages
        .filter((page) => titles.has(page.path))
        .map((page) => {
          const own = htmlPath(page.path);
          const isCurrent = own === path;
          const current = isCurrent ? ' aria-current="page"' : '';
          const label = escapeHtml(page.label ?? titles.get(page.path)!);
          const children =
            page.path === 'api/README.md' && isOfApi
              ? apiLinks(path, titles)
              : isCurrent
                ? sectionLinks(headings)
                : '';
          return `<li><a href="${relativeUrl(path, own)}"${current}>${label}</a>${children}</li>`;
        });
      return `<h2>${group.title}</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
    })
    .join('\n');
}

function apiLinks(path: string, titles: ReadonlyMap<string, string>): string {
  const pages = [...titles].filter(([page]) => page.startsWith('api/') && page !== 'api/README.md');
  return listOf(
    pages.map(([page, title]) => {
      const current = htmlPath(page) === path ? ' aria-current="page"' : '';
      return `<a href="${relativeUrl(path, htmlPath(page))}"${current}>${escapeHtml(title)}</a>`;
    }),
  );
}

function sectionLinks(headings: readonly Heading[]): string {
  const sections = headings.filter(({ level }) => level === 2);
  return listOf(sections.map(({ id, text }) => `<a href="#${id}">${escapeHtml(text)}</a>`));
}

const listOf = (links: string[]) =>
  links.length === 0 ? '' : `\n<ul>\n${links.map((link) => `<li>${link}</li>`).join('\n')}\n</ul>\n`;
