// Runs in the page (see with-parts.ts).
declare const document: { adoptedStyleSheets: object[] };
declare const CSSStyleSheet: new () => { replaceSync(css: string): void };

/**
 * Hides images and frames from these hosts, because they would show a broken-image icon or the browser's error page. The
 * layout and the HTML do not change.
 */
export function hideBlockedHosts(hosts: string[]): null {
  const starts = ['http://', 'https://', '//'].flatMap((scheme) =>
    hosts.flatMap((host) => [`${scheme}${host}/`, `${scheme}${host}:`, `${scheme}${host}?`]),
  );
  const sources = starts.map((start) => `[src^="${start}" i]`).join();
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`:is(img, iframe):is(${sources}) { visibility: hidden !important }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return null;
}
