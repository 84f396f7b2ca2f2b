// https://learn.microsoft.com/connectors/teams (message size) and https://adaptivecards.io/explorer
import type { ReceivedRequest } from '@shotclock/testing';
import type { Answer, TestService } from './service.fixture.ts';

const path = '/workflows/tEaMsFlOw/triggers/manual/paths/invoke?api-version=1&sig=tEaMsSiG-0123456789';

type Run = { type: string; text: string; selectAction?: { type: string; url: string } };
type Card = {
  type: string;
  version: string;
  body: { type: string; inlines: Run[] }[];
  actions?: { type: string; url: string; title: string }[];
};

export const teamsService = (origin: string): TestService => ({
  config: { url: `${origin}${path}` },
  secrets: ['tEaMsFlOw', 'tEaMsSiG'],
  uploads: false,
  answer,
  tooManyRequests: { status: 429, headers: { 'retry-after': '7' }, body: { error: { code: '429' } } },
  fileRejected: null,
});

function answer(request: ReceivedRequest): Answer {
  if (request.path !== path)
    return { status: 401, body: { error: { code: 'DirectApiAuthorizationRequired' } } };
  if (request.body.length > 28 * 1_024) return { status: 413, body: 'Request Entity too large' };
  const { type, attachments } = JSON.parse(request.body.toString()) as {
    type: string;
    attachments: { contentType: string; content: Card }[];
  };
  const { contentType, content: card } = attachments[0]!;
  const runs = card.body.flatMap(({ inlines }) => [...inlines, { type: 'TextRun', text: '\n' } as Run]);
  const isValid =
    type === 'message' &&
    contentType === 'application/vnd.microsoft.card.adaptive' &&
    card.type === 'AdaptiveCard' &&
    card.body.every((one) => one.type === 'RichTextBlock') &&
    runs.every((one) => one.type === 'TextRun' && typeof one.text === 'string');
  if (!isValid) return { status: 400, body: 'invalid card' };
  const actions = [...runs.flatMap((one) => one.selectAction ?? []), ...(card.actions ?? [])];
  const links = actions.map(({ url }) => url);
  return {
    status: 202,
    seen: { text: runs.map(({ text }) => text).join(''), links, mentions: [], files: [] },
  };
}
