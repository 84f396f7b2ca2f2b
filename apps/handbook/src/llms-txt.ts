import { listedPages, navigation } from './navigation.ts';
import type { Page } from './page.ts';
import type { RenderedPage } from './render-markdown.ts';

/**
 * Returns the content of `llms.txt` (https://llmstxt.org): the project's name and summary, and relative links to the Markdown of all
 * pages.
 */
export function llmsText(pages: readonly (Page & RenderedPage)[]): string {
  const readme = pages.find(({ path }) => path === 'README.md')!;
  const listed = new Set(listedPages.map(({ path }) => path));
  const others = pages.filter(({ path }) => !listed.has(path));
  const ofApi = others.filter(({ path }) => path.startsWith('api/'));
  const titleOf = (path: string) => pages.find((page) => page.path === path)?.title;
  const sections = [
    ...navigation.map((group) => ({
      title: group.title,
      links: group.pages.map(
        ({ path, label, summary }) => `- [${label ?? titleOf(path)}](${path}): ${summary}`,
      ),
    })),
    {
      title: 'API reference',
      links: ofApi.map(({ path, title, summary }) => `- [${title}](${path}): ${summary}`),
    },
    // The format reserves this name for what can be left out.
    {
      title: 'Optional',
      links: others.filter((page) => !ofApi.includes(page)).map(({ path, title }) => `- [${title}](${path})`),
    },
  ];
  const texts = sections.map(({ title, links }) => `## ${title}\n\n${links.join('\n')}\n`);
  return `# ${readme.title}\n\n> ${readme.summary}\n\n${texts.join('\n')}`;
}
