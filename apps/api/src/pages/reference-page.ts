import { createHash } from 'node:crypto';

/** The configuration of Scalar, with requests to Scalar's servers disabled. */
const configuration = {
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  documentDownloadType: 'none',
  defaultOpenAllTags: true,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
};

// Scalar uses zod, which would try to compile code from strings; the policy forbids that.
const prepare = 'globalThis.__zod_globalConfig = { jitless: true };';
const start = `Scalar.createApiReference('#reference', ${JSON.stringify(configuration)});`;

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/**
 * The page loads all resources from its own origin. Scalar adds inline styles and displays images from responses as
 * blobs.
 */
export const referencePolicy = [
  "default-src 'none'",
  `script-src 'self' ${hashOf(prepare)} ${hashOf(start)}`,
  "style-src 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** The API documentation: Scalar's API reference for `/openapi.json`. */
export const referencePage = (scriptVersion: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Shotclock API</title>
<link rel="icon" href="data:,">
</head>
<body>
<noscript>This page needs JavaScript. The OpenAPI document is at <a href="/openapi.json">/openapi.json</a>.</noscript>
<div id="reference"></div>
<script>${prepare}</script>
<script src="/docs/scalar.js?v=${scriptVersion}"></script>
<script>${start}</script>
</body>
</html>
`;
