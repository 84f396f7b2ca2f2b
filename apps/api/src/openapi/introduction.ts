import { problemList } from '../problems/problem-responses.ts';
import { documentedOrigin } from './documented-origin.ts';

const base = `${documentedOrigin}/api/v1`;

/** The description of the API in Markdown, shown at the top of the documentation page. */
export const introduction =
  () => `Shotclock takes screenshots of web pages, on a schedule or on demand, and checks pages for changes.

## Quick start

Capture a page. The response has the \`id\` of the screenshot and the URL of its image:

\`\`\`sh
curl -s ${base}/screenshots --json '{
  "url": "https://example.com/", "width": 1280, "height": 720
}'
\`\`\`

Capture it every weekday at nine, in Paris:

\`\`\`sh
curl -s ${base}/schedules --json '{
  "name": "Front page",
  "schedule": { "type": "CRON", "cronExpression": "0 9 * * 1-5" },
  "policy": { "timezone": "Europe/Paris" },
  "items": [{ "url": "https://example.com/", "fullPage": true }]
}'
\`\`\`

Read what has been captured, newest first:

\`\`\`sh
curl -s "${base}/activity/screenshots?size=10"
\`\`\`

The same in TypeScript, with the client in \`packages/client\`:

\`\`\`ts
import { createClient } from '@shotclock/client';

const client = createClient({ baseUrl: '${documentedOrigin}' });
const page = { url: 'https://example.com/', width: 1280, height: 720 };
const screenshot = await client.captures.create(page).wait();
console.log(screenshot.status, screenshot.imageUrl);
\`\`\`

Every operation has a TypeScript call. At \`/docs\`, the server adds curl commands, and can send the requests.

## Errors

Errors are problem documents (RFC 9457). A problem lists all validation errors of the request. Problem codes: ${problemList()}.`;
