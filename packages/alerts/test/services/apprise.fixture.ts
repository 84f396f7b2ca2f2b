// apprise_api/api/forms.py and views.py of https://github.com/caronc/apprise-api
import type { ReceivedRequest } from '@shotclock/testing';
import { type Answer, fileBytes, readForm, type TestService } from './service.fixture.ts';

const path = '/notify/aPpRiSeKeY';

export const appriseService = (origin: string): TestService => ({
  config: { url: `${origin}${path}` },
  secrets: ['aPpRiSeKeY'],
  uploads: true,
  answer,
  tooManyRequests: { status: 429, headers: { 'retry-after': '7' }, body: 'from a proxy' },
  fileRejected: { status: 400, body: 'Attachments are not permitted' },
});

async function answer(request: ReceivedRequest): Promise<Answer> {
  if (request.path !== path) return { status: 204 };
  const form = await readForm(request);
  const [title, body] = [String(form.get('title')), String(form.get('body'))];
  const isValid =
    title.length <= 250 &&
    body !== '' &&
    body.length <= 32_768 &&
    form.get('format') === 'text' &&
    ['info', 'success', 'warning', 'failure'].includes(String(form.get('type')));
  if (!isValid) return { status: 400, body: 'Bad form' };
  const files = [...form].filter(([name]) => name.startsWith('attach'));
  const links = [...body.matchAll(/^[A-Z][a-z ]+: (https:\S+)$/gm)].map(([, link]) => link!);
  return {
    status: 200,
    body: 'Notification sent',
    seen: {
      text: `${title}\n${body}`,
      links,
      mentions: [],
      files: await Promise.all(files.map(([, file]) => fileBytes(file))),
    },
  };
}
