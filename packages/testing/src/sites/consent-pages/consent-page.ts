/** A page of the consent site, with a banner that asks for consent. Without their banners, all pages look the same. */
export type ConsentPage = {
  /** The page is `/<name>` and, without its banner, `/<name>?banner=off`. */
  name: string;
  /** The end of the body: the banner and its scripts. */
  banner: string;
  /** Added to the head. */
  head?: string;
  /** Attributes of the page's elements. */
  attributes?: { html?: string; body?: string; main?: string };
  csp?: string;
  /** What a capture with this option must report. */
  outcomes: { reject: string; hide: string };
  /** Whether the page cannot be scrolled while the banner is open. */
  locks?: boolean;
  /** Milliseconds to wait before the capture. */
  delayMs?: number;
};

/** A banner at the bottom of the page. `buttons` contains the attributes and texts of its buttons. */
export function bottomBanner(
  attributes: string,
  buttons: readonly [attributes: string, text: string][],
): string {
  const list = buttons.map(([one, text]) => `<button ${one}>${text}</button>`).join(' ');
  return `<div ${attributes} style="position:fixed;z-index:99;left:0;right:0;bottom:0;height:120px;background:rgb(30,30,60);color:#fff">
    <p>We use cookies to improve this website.</p>${list}</div>`;
}

export function consentDocument(page: ConsentPage, withBanner: boolean): string {
  const { banner, head = '', attributes = {} } = page;
  const { html = '', body = '', main = '' } = withBanner ? attributes : {};
  const parts = [0, 1, 2, 3].map((index) => `<section class="part${index}"><p>Part ${index}</p></section>`);
  return `<!doctype html>
<html lang="en" ${html}><head><meta charset="utf-8"><title>${page.name}</title>
<link rel="stylesheet" href="/base.css">${withBanner ? head : ''}</head>
<body ${body}><main ${main}>${parts.join('')}</main>
${withBanner ? banner : ''}</body></html>`;
}

/** The style sheet of all pages. Pages with a strict content security policy also load it. */
export const baseStyle = `body { margin: 0; font: 16px sans-serif }
section { height: 400px; overflow: hidden }
.part0 { background: rgb(200, 60, 60) } .part1 { background: rgb(60, 160, 60) }
.part2 { background: rgb(60, 60, 200) } .part3 { background: rgb(200, 160, 40) }`;
