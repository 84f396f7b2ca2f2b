/** What a page is. `packages/contracts` declares the same values for the API. */
export type VerdictKind = 'content' | 'http_error' | 'challenge' | 'login_wall' | 'blank';

/** The vendor of a challenge. */
export type ChallengeVendor =
  | 'cloudflare'
  | 'vercel'
  | 'aws_waf'
  | 'datadome'
  | 'human'
  | 'kasada'
  | 'imperva'
  | 'akamai'
  | 'anubis'
  | 'recaptcha'
  | 'hcaptcha'
  | 'turnstile';

/** What a verdict is based on: never a text of the page. */
export type VerdictEvidence =
  | 'http_status'
  | 'response_header'
  | 'title'
  | 'script'
  | 'frame'
  | 'element'
  | 'little_content'
  | 'redirected_address'
  | 'return_address'
  | 'password_field'
  | 'identity_provider'
  | 'one_color'
  | 'no_text'
  | 'no_images';

export type Verdict = {
  kind: VerdictKind;
  /** `content` is never certain: a page can be an error page without a sign of it. */
  certainty: 'certain' | 'likely';
  /** Only of a challenge. */
  vendor: ChallengeVendor | null;
  evidence: VerdictEvidence[];
};

export type RequestType =
  | 'document'
  | 'stylesheet'
  | 'image'
  | 'media'
  | 'font'
  | 'script'
  | 'fetch'
  | 'other';

/** `bytes`: as received, before decompression, with headers. */
export type RequestCount = { count: number; bytes: number };

export type PageRequests = {
  byType: Partial<Record<RequestType, RequestCount>>;
  /** Requests to the site of the page, and to others. */
  firstParty: RequestCount;
  thirdParty: RequestCount;
  /** Requests that ended without a response or in the middle of it, without those that the page canceled. */
  failed: number;
  /** Requests that the browser blocked, for example because of a content security policy. */
  blocked: number;
};

/** What was seen of a page. At most 16 kB as JSON. */
export type PageRecord = {
  /** Address of the captured document, at most 2,000 characters. */
  url: string;
  /** The first 20 addresses that led there: of redirects, and of documents that navigated on, whose status is not 3xx. */
  redirects: { url: string; httpStatus: number }[];
  /** Null if the browser did not report a response. */
  httpStatus: number | null;
  /** Headers of the response, from a closed list; names in lower case. */
  headers: Record<string, string>;
  title: string | null;
  /** The `lang` attribute of the document. */
  lang: string | null;
  requests: PageRequests;
  /** Bytes that the page received altogether, including in frames that run in other processes, whose requests are not counted. */
  receivedBytes: number;
  /** Connections that the egress policy or its limits refused. */
  refusedConnections: number;
  /** Milliseconds in each step of the capture so far. */
  stepMs: Record<string, number>;
  browser: { name: string; version: string };
  /** Null if the detection failed. */
  verdict: Verdict | null;
};
