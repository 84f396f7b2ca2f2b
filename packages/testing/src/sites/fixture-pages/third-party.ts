import { readFile, stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, extname, join, normalize, sep } from 'node:path';

const { resolve } = createRequire(import.meta.url);

/** Pages of third-party packages: the first segment of each path, and the corresponding folder. */
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
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.mp4': 'video/mp4',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.ico': 'image/x-icon',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

/** Packages that do not export their package.json are located through their entry point. */
function packageFolder(name: string): string {
  const entry = resolve(name);
  return entry.slice(0, entry.lastIndexOf(join('node_modules', name)) + join('node_modules', name).length);
}

/** Serves `path` from a third-party package. Returns false if no package contains it. */
export async function serveThirdParty(path: string, response: ServerResponse): Promise<boolean> {
  const [, name = '', ...rest] = path.split('/');
  const folder = folders[name];
  const file = folder === undefined ? null : await findFile(folder, rest.join('/') || 'index.html');
  if (file) await sendFile(file, response);
  return file !== null;
}

/**
 * Returns the absolute path of a file in a folder for the encoded path of a URL, or null if the folder does not contain
 * the file.
 */
export async function findFile(folder: string, path: string): Promise<string | null> {
  const file = normalize(join(folder, decodeURIComponent(path)));
  const found = file.startsWith(folder + sep) ? await stat(file).catch(() => null) : null;
  return found?.isFile() ? file : null;
}

/** @param change modifies the text of an HTML document or a style sheet */
export async function sendFile(
  file: string,
  response: ServerResponse,
  change?: (text: string) => string,
): Promise<void> {
  const isChanged = change !== undefined && ['.html', '.css'].includes(extname(file));
  const body = isChanged ? change(await readFile(file, 'utf8')) : await readFile(file);
  response
    .writeHead(200, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'content-length': Buffer.byteLength(body),
    })
    .end(body);
}
