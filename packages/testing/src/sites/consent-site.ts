import { createServer } from 'node:http';
import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';
import { listenOnLoopback } from '../network/listen-on-loopback.ts';
import { bundleModule } from './consent-pages/bundle-module.ts';
import { bundledBanners, bundledModules } from './consent-pages/bundled-banners.ts';
import { baseStyle, type ConsentPage, consentDocument } from './consent-pages/consent-page.ts';
import { innocents } from './consent-pages/innocents.ts';
import { packageBanners } from './consent-pages/package-banners.ts';
import { variants } from './consent-pages/variants.ts';
import { messageFrame, vendorBanners } from './consent-pages/vendor-banners.ts';
import { findFile, sendFile } from './fixture-pages/third-party.ts';

export const innocentPaths = Object.keys(innocents).map((path) => path.slice(1));

export const consentPages: readonly ConsentPage[] = [
  ...packageBanners,
  ...bundledBanners,
  ...vendorBanners,
  ...variants,
];

const packages = new Map(
  [
    ...['cookieconsent', 'cookies-eu-banner', 'klaro', 'orejime', 'tarteaucitronjs', 'vanilla-cookieconsent'],
    ...['vanilla-cookieconsent-2', '@porscheofficial/cookie-consent-banner'],
    ...['@justeattakeaway/pie-cookie-banner', '@justeattakeaway/pie-css'],
  ].map((name) => [name.split('/').at(-1), dirname(findPackageJSON(name, import.meta.url)!)]),
);
const noticeStyle =
  '#notice { position: fixed; left: 0; right: 0; bottom: 0; height: 120px; background: rgb(30, 30, 60); color: #fff }';

/**
 * A site on loopback, with any host, whose pages have banners that ask for consent to cookies (`consentPages`). With `missed=2,3`, the
 * second and the third response contain a banner that captures do not find.
 */
export async function startConsentSite() {
  const pages = new Map(consentPages.map((page) => [`/${page.name}`, page]));
  const bundles = new Map<string, Promise<string>>();
  const bundle = (name: string) => {
    const built = bundles.get(name) ?? bundleModule(bundledModules[name]!);
    bundles.set(name, built);
    return built;
  };
  const visits = new Map<string, number>();
  /** Counts the visits to URLs with `missed`. */
  const visitPage = ({ pathname, searchParams, href }: URL) => {
    const missed = searchParams.get('missed')?.split(',');
    if (!missed) return pages.get(pathname);
    const visit = (visits.get(href) ?? 0) + 1;
    visits.set(href, visit);
    return pages.get(missed.includes(String(visit)) ? '/closed-root' : pathname);
  };
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://site.invalid');
    const send = (type: string, body: string, headers: Record<string, string> = {}) =>
      response.writeHead(200, { 'content-type': type, ...headers }).end(body);
    const page = visitPage(url);
    if (page) {
      return send('text/html', consentDocument(page, url.searchParams.get('banner') !== 'off'), {
        ...(page.csp !== undefined && { 'content-security-policy': page.csp }),
      });
    }
    if (url.pathname === '/plain-frame')
      return send('text/html', '<!doctype html><h1>Page</h1><iframe src="/onetrust?banner=off"></iframe>');
    const innocent = innocents[url.pathname];
    if (innocent !== undefined)
      return send('text/html', `<!doctype html><html lang="en"><title>Page</title>${innocent}`);
    if (url.pathname === '/base.css') return send('text/css', baseStyle);
    if (url.pathname === '/notice.css') return send('text/css', noticeStyle);
    if (url.pathname === '/index.html') return send('text/html', messageFrame);
    const [, folder, name = '', ...path] = url.pathname.split('/');
    const bundleName = name.replace('.js', '');
    if (folder === 'bundles' && Object.hasOwn(bundledModules, bundleName))
      return send('text/javascript', await bundle(bundleName));
    const root = folder === 'packages' ? packages.get(name) : undefined;
    const file = root === undefined ? null : await findFile(root, path.join('/'));
    if (file) return sendFile(file, response);
    response.writeHead(404).end();
  });
  return {
    ...(await listenOnLoopback(server)),
    /** Builds all bundles, which otherwise happens at the first request and delays that page by seconds. */
    async buildBundles(): Promise<void> {
      await Promise.all(Object.keys(bundledModules).map(bundle));
    },
  };
}
