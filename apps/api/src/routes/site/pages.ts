import { readFile } from 'node:fs/promises';
import type { Api, ApiDependencies } from '../../api-instance.ts';
import { sendAsset } from '../../http/send-asset.ts';
import { demoPrices } from '../../pages/demo-prices.ts';
import { referencePage, referencePolicy } from '../../pages/reference-page.ts';
import { referenceScript } from '../../pages/reference-script.ts';
import { sendPage } from '../../pages/send-page.ts';

const cacheForAYear = 'public, max-age=31536000, immutable';

/** The documentation at `/docs`, and the pages that the demo captures. */
export async function pageRoutes(app: Api, { demo }: ApiDependencies): Promise<void> {
  const hidden = { schema: { hide: true } };
  app.get('/docs/', hidden, async (_request, reply) => reply.redirect('/docs', 302));
  app.get('/docs', hidden, async (_request, reply) => {
    const { version } = await referenceScript();
    return sendPage(reply, referencePage(version), referencePolicy);
  });
  app.get<{ Querystring: { v?: string } }>(
    '/docs/scalar.js',
    { ...hidden, compress: false },
    async (request, reply) => {
      const { asset, version } = await referenceScript();
      // During an upgrade, a page of the other version may receive this script, and it must not cache the script.
      return sendAsset(reply, asset, request.query.v === version ? cacheForAYear : undefined);
    },
  );
  if (!demo) return;
  const clock = await readFile(new URL('../../pages/demo-clock.html', import.meta.url), 'utf8');
  app.get('/demo/clock', hidden, async (_request, reply) => sendPage(reply, clock));
  app.get('/demo/prices', hidden, async (_request, reply) => sendPage(reply, demoPrices(new Date())));
}
