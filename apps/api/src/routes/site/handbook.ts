import { CoreError } from '@shotclock/core';
import type { Api, ApiDependencies } from '../../api-instance.ts';
import { createAsset } from '../../http/asset.ts';
import { sendAsset } from '../../http/send-asset.ts';
import { missingBuildPage } from '../../pages/missing-build-page.ts';
import { sendPage } from '../../pages/send-page.ts';

const pagePolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];
/** Pagefind compiles WebAssembly, in a worker if possible. */
const searchPolicy = [...pagePolicy, "script-src 'self' 'wasm-unsafe-eval'", "connect-src 'self'"];

/** Only the search page, and the worker that it starts, run scripts. */
const policyOf = (path: string): string =>
  (/^(?:search\.html|pagefind\/.*\.js)$/.test(path) ? searchPolicy : pagePolicy).join('; ');

/** Serves the handbook at `/handbook/`, and its list of pages for language models at `/llms.txt`. */
export function handbookRoutes(
  app: Api,
  { handbook, publicUrl }: Pick<ApiDependencies, 'handbook' | 'publicUrl'>,
): void {
  const hidden = { schema: { hide: true } };
  app.get('/handbook', hidden, async (_request, reply) => reply.redirect('/handbook/', 302));
  app.get<{ Params: { '*': string } }>(
    '/handbook/*',
    { ...hidden, compress: false },
    async ({ params, url }, reply) => {
      const path = params['*'].replace(/(^|\/)$/, '$1index.html');
      const file = await handbook.fileAt(path);
      if (file) return sendAsset(reply.header('content-security-policy', policyOf(path)), file);
      if (path === 'index.html') return sendPage(reply.code(503), missingBuildPage('handbook', 'site'));
      throw new CoreError('not_found', `No resource was found at ${url}.`);
    },
  );
  app.get('/llms.txt', { ...hidden, compress: false }, async ({ url }, reply) => {
    const file = await handbook.fileAt('llms.txt');
    if (!file) throw new CoreError('not_found', `No resource was found at ${url}.`);
    const text = file.body.toString().replaceAll('](', `](${publicUrl()}/handbook/`);
    return sendAsset(reply, createAsset(text, file.type));
  });
}
