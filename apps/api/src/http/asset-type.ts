import { extname } from 'node:path';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.md': 'text/markdown; charset=utf-8',
};
const plainText = /(?:^|\/)LICENSE$|\.(?:conf|service|sh|target|txt|ya?ml)$/;

/** Returns the media type of a file that the API serves, by its name. */
export const assetType = (path: string): string =>
  types[extname(path)] ?? (plainText.test(path) ? 'text/plain; charset=utf-8' : 'application/octet-stream');
