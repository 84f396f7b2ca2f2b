import type { ServerResponse } from 'node:http';
import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';
import { encodePng } from '../../encode-png.ts';
import { findFile, sendFile } from '../fixture-pages/third-party.ts';

/** The packages whose files the site serves. */
const packages = [
  'admin-lte',
  'aos',
  'bootstrap',
  'chart.js',
  'gentelella',
  'gsap',
  'jquery',
  'lazysizes',
  'leaflet',
  'lottie-web',
  'reveal.js',
  'startbootstrap-agency',
  'startbootstrap-clean-blog',
  'startbootstrap-creative',
  'startbootstrap-freelancer',
  'startbootstrap-grayscale',
  'startbootstrap-landing-page',
  'startbootstrap-new-age',
  'startbootstrap-one-page-wonder',
  'startbootstrap-resume',
  'startbootstrap-sb-admin',
  'startbootstrap-shop-homepage',
  'swagger-ui-dist',
  'swiper',
  'three',
];
const folders = new Map(packages.map((name) => [name, dirname(findPackageJSON(name, import.meta.url)!)]));

/**
 * Serves `/packages/<name>/<path>` from an installed package. In documents and style sheets, the URLs of scripts, style
 * sheets and images on other hosts are replaced by `/cdn/…`. Gentelella's pages are served at the root, because they are
 * built for the root of a host.
 */
export async function servePackage(
  path: string,
  response: ServerResponse,
  change: (html: string) => string,
): Promise<boolean> {
  const [, folder, name = '', ...rest] = path.split('/');
  if (folder === 'cdn') return serveCdn(path, response);
  const root = folder === 'packages' ? folders.get(name) : `${folders.get('gentelella')}/dist`;
  if (root === undefined) return false;
  const file = await findFile(root, folder === 'packages' ? rest.join('/') : path.slice(1));
  if (file)
    await sendFile(file, response, (html) =>
      change(withoutOtherHosts(html).replace('<head>', `<head>${sameVisit}`)),
    );
  return file !== null;
}

/**
 * Some pages show random data and the time. This script makes the data the same on every visit and lets every visit start
 * at the same time.
 */
const sameVisit = `<script>{
  let seed = 1;
  Math.random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  const time = () => Math.floor(1_767_700_000_000 + performance.now());
  Date = class extends Date {
    constructor(...values) {
      super(...(values.length === 0 ? [time()] : values));
    }
    static now() {
      return time();
    }
  };
}</script>`;

/** Links that a visitor can follow are left unchanged. */
function withoutOtherHosts(text: string): string {
  return text
    .replaceAll(/(<(?:script|img|link|source)\b[^>]*?\b(?:src|href)=")https?:\/\/([^"]*)/g, '$1/cdn/$2')
    .replaceAll(/(\burl\("?)https?:\/\/([^")]*)/g, '$1/cdn/$2');
}

const bootstrap = `${folders.get('bootstrap')}/dist/js/bootstrap.bundle.min.js`;
const grayPixel = encodePng(1, 1, Buffer.from([0, 200, 200, 200]));

/** Serves Bootstrap's script, gray images, and empty files for everything else. */
async function serveCdn(path: string, response: ServerResponse): Promise<boolean> {
  if (path.includes('/bootstrap.bundle')) await sendFile(bootstrap, response);
  else if (/\.js$/.test(path)) response.writeHead(200, { 'content-type': 'text/javascript' }).end();
  else if (/css|fonts\./.test(path)) response.writeHead(200, { 'content-type': 'text/css' }).end();
  else response.writeHead(200, { 'content-type': 'image/png' }).end(grayPixel);
  return true;
}
