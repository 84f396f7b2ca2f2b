import { Marked, type Tokens, type TokensList } from 'marked';
import { escapeHtml } from './escape-html.ts';

export type Heading = { level: number; id: string; text: string };
export type RenderedPage = {
  /** The text of the first heading. */
  title: string;
  /** The first sentence of the first paragraph, as plain text. */
  summary: string;
  headings: Heading[];
  html: string;
};

/**
 * Renders GitHub Flavored Markdown. Headings have the anchors that GitHub generates.
 * @param linkTo returns the URL for a link of the Markdown
 */
export function renderMarkdown(markdown: string, linkTo: (href: string) => string): RenderedPage {
  const headings: Heading[] = [];
  const uniqueId = createUniqueIds();
  const marked = new Marked({
    // Addresses in examples are not links.
    tokenizer: { url: () => undefined },
    renderer: {
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens);
        const text = plainText(html);
        const id = uniqueId(text);
        headings.push({ level: depth, id, text });
        const link =
          depth === 1 ? '' : ` <a class="anchor" href="#${id}" aria-label="Link to this section"></a>`;
        return `<h${depth} id="${id}">${html}${link}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        return `<a href="${escapeHtml(linkTo(href))}">${this.parser.parseInline(tokens)}</a>`;
      },
      image: ({ href, text }) =>
        `<img src="${escapeHtml(linkTo(href))}" alt="${escapeHtml(text)}" loading="lazy">`,
      // Wide code and tables scroll, and the keyboard must reach them.
      code: ({ text }) => `<pre tabindex="0"><code>${escapeHtml(text)}\n</code></pre>\n`,
      table({ header, rows }) {
        const row = (cells: Tokens.TableCell[]) =>
          `<tr>${cells.map((cell) => this.tablecell(cell)).join('')}</tr>\n`;
        const body = rows.length === 0 ? '' : `<tbody>\n${rows.map(row).join('')}</tbody>\n`;
        return `<div class="table" role="group" aria-label="Table" tabindex="0"><table>\n<thead>\n${row(header)}</thead>\n${body}</table></div>\n`;
      },
      tablecell({ tokens, header, align }) {
        const content = this.parser.parseInline(tokens);
        const style = align === null || align === 'left' ? '' : ` class="${align}"`;
        return header ? `<th scope="col"${style}>${content}</th>` : `<td${style}>${content}</td>`;
      },
    },
  });
  const tokens = marked.lexer(markdown);
  const html = marked.parser(tokens);
  return { title: headings[0]?.text ?? '', summary: summaryOf(tokens, marked), headings, html };
}

function summaryOf(tokens: TokensList, marked: Marked): string {
  const paragraph = tokens.find(({ type }) => type === 'paragraph');
  if (!paragraph) return '';
  const text = plainText(String(marked.parseInline(paragraph.raw)))
    .replaceAll(/\s+/g, ' ')
    .trim();
  return /^.*?[.:](?=\s|$)/.exec(text)?.[0].replace(/:$/, '.') ?? text;
}

const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

function plainText(html: string): string {
  return html
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name) => characters[name]!);
}

/** Returns a function that creates the ID of a heading. A repeated heading gets a number. */
function createUniqueIds(): (text: string) => string {
  const used = new Map<string, number>();
  return (text) => {
    const id = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    const count = used.get(id) ?? 0;
    used.set(id, count + 1);
    return count === 0 ? id : `${id}-${count}`;
  };
}
