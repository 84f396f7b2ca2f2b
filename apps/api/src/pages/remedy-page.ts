import { createHash } from 'node:crypto';
import { escapeXml } from '../feeds/escape-xml.ts';

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 34rem; margin: 8vh auto; padding: 0 1.25rem; overflow-wrap: anywhere; }
  h1 { margin: 0 0 0.25rem; font-size: 1.5rem; line-height: 1.25; }
  .target { margin: 0 0 1.25rem; opacity: 0.75; }
  img { display: block; max-width: 100%; max-height: 50vh; margin: 1.25rem 0; border: 1px solid #8888; border-radius: 6px; }
  button { width: 100%; min-height: 44px; padding: 0.5rem 1.25rem; border: 0; border-radius: 6px;
    background: #1f5fbf; color: #fff; font: inherit; font-weight: 600; cursor: pointer; }
  button:hover { background: #184c99; }
  button:focus-visible { outline: 3px solid #7aa9f0; outline-offset: 2px; }
  small { display: block; margin-top: 1.25rem; opacity: 0.75; }
  @media (min-width: 30rem) { button { width: auto; } }
`;

/** The page needs no scripts. Its form can only be sent to the page itself. */
export const remedyPolicy = (imageOrigins: readonly string[]): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    `img-src ${["'self'", ...imageOrigins].join(' ')}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

type RemedyPage = {
  title: string;
  /** The page or the schedule that is changed; null if it is unknown. */
  target: string | null;
  text: string;
  pictureUrl: string | null;
  /** The label of the button; null without a button. */
  button: string | null;
};

/** A page that explains a change and asks to confirm it, or that shows the result. All fields are plain text. */
export function remedyPage({ title, target, text, pictureUrl, button }: RemedyPage): string {
  const picture =
    pictureUrl === null ? '' : `\n<img src="${escapeXml(pictureUrl)}" alt="The region that changed">`;
  const form =
    button === null
      ? ''
      : `\n<form method="post"><button>${escapeXml(button)}</button></form>\n<small>Nothing changes until you confirm.</small>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeXml(title)} · Shotclock</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeXml(title)}</h1>${target === null ? '' : `\n<p class="target">${escapeXml(target)}</p>`}
<p>${escapeXml(text)}</p>${picture}${form}
</main>
</body>
</html>
`;
}
