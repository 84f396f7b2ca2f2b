import { readFile } from 'node:fs/promises';
import type { Api, ApiDependencies } from '../api-instance.ts';
import { referencePage, referencePolicy } from '../pages/reference-page.ts';
import { referenceScript } from '../pages/reference-script.ts';
import { sendPage } from '../pages/send-page.ts';

const scriptType = 'text/javascript; charset=utf-8';

/** The documentation at `/docs`, to which the start page redirects, and the page that the demo captures. */
export async function pageRoutes(app: Api, { demo }: ApiDependencies): Promise<void> {
  const hidden = { schema: { hide: true } };
  for (const path of ['/', '/docs/'])
    app.get(path, hidden, async (_request, reply) => reply.redirect('/docs', 302));
  app.get('/docs', hidden, async (_request, reply) => sendPage(reply, referencePage, referencePolicy));
  app.get('/docs/scalar.js', hidden, async (_request, reply) =>
    reply.type(scriptType).send(await referenceScript()),
  );
  if (!demo) return;
  const clock = await readFile(new URL('../pages/demo-clock.html', import.meta.url), 'utf8');
  app.get('/demo/clock', hidden, async (_request, reply) => sendPage(reply, clock));
}
