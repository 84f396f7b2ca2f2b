/** Channels that do not reach a canary even without protections, in headless shell 153 and full Chromium 156 on Linux. */
export const undetectableChannels = [
  // Cross-origin requests that are blocked before anything is sent, even after a same-origin redirect.
  'css-filter',
  'svg-use',
  'xslt',
  'xml-entity',
  // Requested only by browsers with windows.
  'icon',
  'manifest',
  // Removed from Chromium, or not available on http:// pages.
  'portal',
  'fenced-frame',
  'attribution-src',
  'shared-storage',
  'interest-group',
  'nel',
  'reporting-api',
  // Ignored in a separate browser context.
  'preconnect',
  'prerender',
  'speculation-prerender',
  // The form is not submitted, but the browser may query its vendor. The proxy's resolver would reveal that.
  'form-fields',
  // Without the proxy's resolver, these names do not resolve. The browser's network log would show them.
  'dns-prefetch',
  'preconnect-name',
  'stun-name',
  'webtransport-name',
  'own-name',
];
