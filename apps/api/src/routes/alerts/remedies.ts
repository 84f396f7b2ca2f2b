// The pages that the links in messages open. Programs that scan mails follow links, so only POST changes something. The
// signature in the link grants access, and covers the path and the account.
import {
  CoreError,
  planRemedy,
  type RemedyName,
  type RemedyPlan,
  remedyNames,
  remedyTitles,
  unauthenticated,
} from '@shotclock/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Api, ApiDependencies } from '../../api-instance.ts';
import { clientAddress } from '../../http/client-address.ts';
import { conversionClients } from '../../limits/link-limit.ts';
import { remedyPage, remedyPolicy } from '../../pages/remedy-page.ts';
import { sendPage } from '../../pages/send-page.ts';
import { urlPathOf } from '../../validation/rules.ts';

type Dependencies = Pick<ApiDependencies, 'coreContext' | 'authentication' | 'imageOrigins'>;
type Request = FastifyRequest<{ Params: { name: string; id: string } }>;

export async function remedyRoutes(app: Api, deps: Dependencies): Promise<void> {
  const policy = remedyPolicy(deps.imageOrigins);
  const send = (reply: FastifyReply, page: Parameters<typeof remedyPage>[0]) =>
    // With the policy `no-referrer`, browsers would send `Origin: null` with the form.
    sendPage(reply.header('referrer-policy', 'same-origin'), remedyPage(page), policy);

  await app.register(async (scope) => {
    // Browsers send this type even for a form without fields.
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async () => undefined,
    );
    const options = { schema: { hide: true }, config: { isPublic: true, idempotencyKey: false } };
    scope.get('/remedies/:name/:id', options, async (request, reply) =>
      respond(request as Request, reply, false),
    );
    scope.post('/remedies/:name/:id', options, async (request, reply) =>
      respond(request as Request, reply, true),
    );
  });

  /** Sends the page of a remedy, after applying the remedy if the request confirms it. */
  async function respond(request: Request, reply: FastifyReply, isConfirmed: boolean): Promise<FastifyReply> {
    const name = remedyNames.find((one) => one === request.params.name);
    const id = /^[1-9]\d{0,15}$/.test(request.params.id) ? Number(request.params.id) : null;
    const refused = (status: number, text: string) =>
      send(reply.code(status), {
        title: 'This link does not work',
        target: null,
        text,
        pictureUrl: null,
        button: null,
      });
    if (name === undefined || id === null || !Number.isSafeInteger(id))
      return refused(404, 'There is no such page.');
    const access = accountOf(request, deps);
    if ('refusal' in access) return refused(403, access.refusal);
    const ctx = { ...deps.coreContext(), ...access, ...requestPart(request) };
    try {
      const plan = await planRemedy(ctx, { name, id });
      if (isConfirmed && plan.change)
        await plan.change.apply({ ...ctx, audit: auditOf(request, plan.change) });
      return send(reply, isConfirmed && plan.change ? donePage(name, plan) : planPage(name, plan));
    } catch (error) {
      if (error instanceof CoreError && error.code === 'not_found') return refused(404, error.message);
      if (error instanceof CoreError && error.code === 'conflict') return refused(409, error.message);
      throw error;
    }
  }
}

/** The account of a valid link. Without authentication, links are not signed. */
function accountOf(
  request: Request,
  { authentication }: Dependencies,
): { accountId: number } | { refusal: string } {
  if (authentication === null) return { accountId: unauthenticated.accountId };
  const path = urlPathOf(request.url);
  const text = request.url.slice(path.length + 1);
  const link = authentication.identifyLink(path, request.query as Record<string, unknown>, text);
  if (link === null) return { refusal: 'The link is incomplete.' };
  return 'refusal' in link ? link : { accountId: link.accountId };
}

const requestPart = (request: Request) => ({
  managesAllAccounts: false,
  requestId: request.id,
  audit: null,
  conversionClients: conversionClients(request),
});

const auditOf = (request: Request, { action, fields }: NonNullable<RemedyPlan['change']>) => ({
  ...{ actor: 'REMEDY_LINK' as const, apiKeyId: null, sessionId: null, action, fields: () => fields },
  ...{ clientAddress: clientAddress(request), requestId: request.id },
});

const planPage = (name: RemedyName, { target, text, pictureUrl, change }: RemedyPlan) => ({
  ...{ title: change ? `${remedyTitles[name]}?` : remedyTitles[name], target, text, pictureUrl },
  button: change ? remedyTitles[name] : null,
});

const donePage = (_name: RemedyName, { target, text }: RemedyPlan) => ({
  ...{ title: 'Done', target, text, pictureUrl: null, button: null },
});
