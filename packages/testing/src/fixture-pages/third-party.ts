import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, extname, join, normalize, sep } from 'node:path';

const { resolve } = createRequire(import.meta.url);

/** Pages of third-party packages: the first segment of the path, and its folder. */
const folders: Record<string, string> = {
  'swagger-ui': dirname(resolve('swagger-ui-dist/package.json')),
  reveal: packageFolder('reveal.js'),
  boilerplate: join(dirname(resolve('html5-boilerplate/package.json')), 'dist'),
};

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ico': 'image/x-icon',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

/** Packages that do not export their package.json are found by their entry point. */
function packageFolder(name: string): string {
  const entry = resolve(name);
  return entry.slice(0, entry.lastIndexOf(join('node_modules', name)) + join('node_modules', name).length);
}

/** Serves `path` from a third-party package; returns false if no package has it. */
export async function serveThirdParty(path: string, response: ServerResponse): Promise<boolean> {
  const [, name = '', ...rest] = path.split('/');
  const folder = folders[name];
  if (folder === undefined) return false;
  const file = normalize(join(folder, decodeURIComponent(rest.join('/')) || 'index.html'));
  const inside = file.startsWith(folder + sep);
  const found = inside ? await stat(file).catch(() => null) : null;
  if (!found?.isFile()) return false;
  response.writeHead(200, {
    'content-type': types[extname(file)] ?? 'application/octet-stream',
    'content-length': found.size,
  });
  createReadStream(file).pipe(response);
  return true;
}
