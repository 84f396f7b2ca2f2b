import { type Static, Type } from '@sinclair/typebox';
import { Nullable, StringEnum } from '../schema.ts';

const kinds = {
  content: 'None of the others.',
  http_error: 'The page responded with a status of 400 or more.',
  challenge: 'A bot check.',
  login_wall: 'A login form instead of the requested page.',
  blank: 'One color, without visible text or images.',
} as const;
export const verdictKinds = Object.keys(kinds) as (keyof typeof kinds)[];

export const VerdictKind = StringEnum(verdictKinds, {
  title: 'VerdictKind',
  description: [
    'Kind of page that was captured:',
    '',
    ...verdictKinds.map((kind) => `- \`${kind}\`: ${kinds[kind]}`),
  ].join('\n'),
});
export type VerdictKind = Static<typeof VerdictKind>;

/** Whether a text is a list of verdicts, separated by commas. */
export const isVerdictList = (text: string): boolean =>
  text.split(',').every((kind) => (verdictKinds as string[]).includes(kind));

/** The code and the message of the field error for any other text. */
export const invalidVerdictList = {
  code: 'invalid_verdict',
  message: `must be a list of ${verdictKinds.join(', ')}, separated by commas`,
} as const;

/** The verdicts for pages that do not show the requested content. */
export type UnexpectedKind = Exclude<VerdictKind, 'content'>;
export const unexpectedKinds = verdictKinds.filter((kind): kind is UnexpectedKind => kind !== 'content');

export const ChallengeVendor = StringEnum(
  [
    'cloudflare',
    'vercel',
    'aws_waf',
    'datadome',
    'human',
    'kasada',
    'imperva',
    'akamai',
    'anubis',
    'recaptcha',
    'hcaptcha',
    'turnstile',
  ],
  {
    title: 'ChallengeVendor',
    description: 'Vendor of the bot check that the page shows; null if it does not show one.',
  },
);
export type ChallengeVendor = Static<typeof ChallengeVendor>;

const VerdictEvidence = StringEnum(
  [
    'http_status',
    'response_header',
    'title',
    'script',
    'frame',
    'element',
    'little_content',
    'redirected_address',
    'return_address',
    'password_field',
    'identity_provider',
    'one_color',
    'no_text',
    'no_images',
  ],
  { title: 'VerdictEvidence', description: 'A piece of evidence for a verdict.' },
);

const verdictFields = {
  kind: VerdictKind,
  certainty: StringEnum(['certain', 'likely'], {
    title: 'VerdictCertainty',
    description:
      '`likely` if the verdict is based only on evidence in the document. The verdict `content` is never certain.',
  }),
  vendor: Nullable(ChallengeVendor),
  evidence: Type.Array(VerdictEvidence, { description: 'What the verdict is based on.' }),
};
const HttpStatus = Nullable(
  Type.Integer({
    minimum: 100,
    maximum: 999,
    description: 'HTTP status of the page; null if it is unknown.',
    examples: [200],
  }),
);

export const Verdict = Type.Object(verdictFields, {
  title: 'Verdict',
  additionalProperties: false,
  description: 'Verdict on the page; null if there is no verdict.',
});
export type Verdict = Static<typeof Verdict>;

/** A verdict with its HTTP status, for display: "404 Not Found". */
export const ScreenshotVerdict = Type.Object(
  { ...verdictFields, httpStatus: HttpStatus },
  {
    title: 'ScreenshotVerdict',
    additionalProperties: false,
    description:
      'Verdict on the captured page; only with expand=verdict. Null if the capture did not succeed or if there is no verdict.',
  },
);
export type ScreenshotVerdict = Static<typeof ScreenshotVerdict>;

/** With `expand=title`. */
export const pageTitle = (of: string) =>
  Type.Optional(
    Nullable(
      Type.String({
        description: `Title of the page in ${of}, at most 300 characters; null if it is unknown. Only with expand=title.`,
      }),
    ),
  );

const Count = (description: string) => Type.Integer({ minimum: 0, description });
const requestCountFields = {
  count: Count('Number of requests.'),
  bytes: Count('Bytes received, including headers, before decompression.'),
};
const RequestCount = (description: string) =>
  Type.Object(requestCountFields, { title: 'RequestCount', additionalProperties: false, description });

export const PageRecord = Type.Object(
  {
    url: Type.String({ description: 'URL of the captured document, at most 2,000 characters.' }),
    redirects: Type.Array(
      Type.Object(
        {
          url: Type.String({ description: 'URL, at most 400 characters.' }),
          httpStatus: Type.Integer({ description: 'HTTP status of the response.' }),
        },
        {
          title: 'PageRedirect',
          additionalProperties: false,
          description: 'A URL that led to another one.',
        },
      ),
      {
        description:
          'The first 20 URLs that led to the document: HTTP redirects, and documents that navigated to another one (their status is not 3xx).',
      },
    ),
    httpStatus: HttpStatus,
    headers: Type.Record(Type.String(), Type.String(), {
      description: "Some of the response's headers, with names in lower case.",
      examples: [{ 'content-type': 'text/html; charset=utf-8' }],
    }),
    title: Nullable(Type.String({ description: 'Title of the document, at most 300 characters.' })),
    lang: Nullable(Type.String({ description: 'The `lang` attribute of the document.' })),
    requests: Type.Object(
      {
        byType: Type.Partial(
          Type.Object(
            {
              document: RequestCount('Documents of the page and its frames.'),
              stylesheet: RequestCount('Style sheets.'),
              image: RequestCount('Images.'),
              media: RequestCount('Audio and video.'),
              font: RequestCount('Fonts.'),
              script: RequestCount('Scripts.'),
              fetch: RequestCount('Requests of scripts.'),
              other: RequestCount('All other requests.'),
            },
            { title: 'RequestsByType', additionalProperties: false },
          ),
          { description: 'Requests by resource type. Types without requests are omitted.' },
        ),
        firstParty: RequestCount("Requests to the page's site."),
        thirdParty: RequestCount('Requests to other sites.'),
        failed: Count(
          'Requests that ended without a complete response, except those that the page canceled.',
        ),
        blocked: Count(
          'Requests that the browser blocked, because of an option or a content security policy, for example.',
        ),
      },
      {
        title: 'PageRequests',
        additionalProperties: false,
        description: 'The requests made by the page and its same-site frames.',
      },
    ),
    receivedBytes: Count('Total number of bytes that the page received.'),
    refusedConnections: Count('Connections that the egress policy or its limits refused.'),
    blockedConnections: Type.Optional(
      Type.Object(
        {
          ads: Count('Because of `blockAds`.'),
          trackers: Count('Because of `blockTrackers`.'),
          chats: Count('Because of `blockChats`.'),
        },
        {
          title: 'BlockedConnections',
          additionalProperties: false,
          description: 'Connections that blocking options refused; present only if such an option is set.',
        },
      ),
    ),
    consent: Type.Optional(
      Type.Object(
        {
          found: Nullable(
            Type.String({ description: 'Name of the rule that found a popup; null if none did.' }),
          ),
          outcome: StringEnum(['rejected', 'accepted', 'hidden', 'failed', 'none'], {
            title: 'ConsentOutcome',
            description: '`none` if no popup was found; `failed` if a popup is still visible.',
          }),
          clicks: Count('Number of known clicks on the popup.'),
          ms: Count('Duration in milliseconds.'),
          unlocked: Type.Boolean({
            description: 'Whether the page had to be made scrollable again after its popup was closed.',
          }),
        },
        {
          title: 'PageConsent',
          additionalProperties: false,
          description: 'How the consent popup was handled; only with the option `cookieBanners`.',
        },
      ),
    ),
    stepMs: Type.Record(Type.String(), Type.Integer({ minimum: 0 }), {
      description:
        'Duration of each step of the capture in milliseconds. `rest` is the time until the page was idle; `screenshot` is the time for the image alone.',
      examples: [{ navigate: 412, rest: 205, screenshot: 131 }],
    }),
    browser: Type.Object(
      {
        name: Type.String({ description: 'Product name, such as HeadlessChrome.' }),
        version: Type.String({ description: 'Version of the browser.' }),
      },
      {
        title: 'BrowserVersion',
        additionalProperties: false,
        description: 'The browser that captured the page.',
      },
    ),
    verdict: Nullable(Verdict),
  },
  {
    title: 'PageRecord',
    additionalProperties: false,
    description: 'Observations of the page; only with expand=page. Null unless the capture succeeded.',
    examples: [
      {
        url: 'https://example.com/gone',
        redirects: [{ url: 'http://example.com/gone', httpStatus: 301 }],
        httpStatus: 404,
        headers: { 'content-type': 'text/html; charset=utf-8' },
        title: 'Not found',
        lang: 'en',
        requests: {
          byType: { document: { count: 2, bytes: 2_310 }, image: { count: 1, bytes: 18_222 } },
          firstParty: { count: 3, bytes: 20_532 },
          thirdParty: { count: 0, bytes: 0 },
          failed: 0,
          blocked: 0,
        },
        receivedBytes: 24_816,
        refusedConnections: 0,
        stepMs: {
          ...{ open: 21, navigate: 240, wait: 0, stabilize: 0, rest: 204, screenshot: 92 },
          ...{ extract: 0, judge: 2 },
        },
        browser: { name: 'HeadlessChrome', version: '153.0.8010.0' },
        verdict: { kind: 'http_error', certainty: 'certain', vendor: null, evidence: ['http_status'] },
      },
    ],
  },
);
export type PageRecord = Static<typeof PageRecord>;

const unexpectedCounts = (what: string) =>
  Object.fromEntries(
    unexpectedKinds.map((kind) => [kind, Count(`${what} ${kinds[kind].slice(0, -1).toLowerCase()}.`)]),
  ) as Record<UnexpectedKind, ReturnType<typeof Count>>;

/** Number of successful captures that do not show the requested content, by verdict. */
export const UnexpectedCounts = Type.Object(unexpectedCounts('Captures with this verdict:'), {
  title: 'UnexpectedCounts',
  additionalProperties: false,
  description:
    'Successful captures that do not show the requested content, by verdict. Deleted captures do not count.',
});
export type UnexpectedCounts = Static<typeof UnexpectedCounts>;

export const noUnexpected: UnexpectedCounts = { http_error: 0, challenge: 0, login_wall: 0, blank: 0 };
