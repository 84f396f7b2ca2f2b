import { readFile } from 'node:fs/promises';
import type { Api, ApiDependencies } from '../api-instance.ts';
import { sendPage } from '../pages/send-page.ts';

/** The start page, which redirects to the documentation, and the page that the demo captures. */
export async function pageRoutes(app: Api, { demo }: ApiDependencies): Promise<void> {
  app.get('/', { schema: { hide: true } }, async (_request, reply) => reply.redirect('/docs', 302));
  if (!demo) return;
  const clock = await readFile(new URL('../pages/demo-clock.html', import.meta.url), 'utf8');
  app.get('/demo/clock', { schema: { hide: true } }, async (_request, reply) => sendPage(reply, clock));
}
