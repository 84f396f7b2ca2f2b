/** Tried all the same, and never heard, whatever was taken away: Chromium 153 headless shell and 156 full, on Linux. */
export const neverHeard = [
  // Cross-origin, and blocked before anything is sent, behind a redirect of their own origin too.
  'css-filter',
  'svg-use',
  'xslt',
  'xml-entity',
  // Only a browser window asks for them.
  'icon',
  'manifest',
  // Gone from Chromium, or not for an http:// page.
  'portal',
  'fenced-frame',
  'attribution-src',
  'shared-storage',
  'interest-group',
  'nel',
  'reporting-api',
  // Not acted on in a context of its own.
  'preconnect',
  'prerender',
  'speculation-prerender',
  // Nobody sends it, but a browser may ask its maker how to fill it in: the proxy's resolver is the witness.
  'form-fields',
  // Names that lead nowhere without the proxy's resolver: the browser's record is the witness.
  'dns-prefetch',
  'preconnect-name',
  'stun-name',
  'webtransport-name',
  'own-name',
];
