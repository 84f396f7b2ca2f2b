import type { BlockCategory } from '@shotclock/egress';

/** The kind of a page. `packages/contracts` declares the same values for the API. */
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

/** The evidence of a verdict. It never contains text from the page. */
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
  /** `content` is never certain, because error pages cannot always be recognized. */
  certainty: 'certain' | 'likely';
  /** Set only for a challenge. */
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

/** `bytes` is the number of bytes received, before decompression and including headers. */
export type RequestCount = { count: number; bytes: number };

export type PageRequests = {
  byType: Partial<Record<RequestType, RequestCount>>;
  /** Requests to the page's site, and to other sites. */
  firstParty: RequestCount;
  thirdParty: RequestCount;
  /** Requests that ended without a complete response, except those that the page canceled. */
  failed: number;
  /** Requests that the browser blocked, for example because of a content security policy. */
  blocked: number;
};

/** How the consent popup was handled. */
export type ConsentRecord = {
  /** Name of the rule that found the popup; null if none did. */
  found: string | null;
  outcome: 'rejected' | 'accepted' | 'hidden' | 'failed' | 'none';
  clicks: number;
  ms: number;
  /** Whether the page was still locked against scrolling after the popup had closed and then had to be unlocked. */
  unlocked: boolean;
};

/** The facts that were observed about a page. At most 16 kB as JSON. */
export type PageRecord = {
  /** URL of the captured document, at most 2,000 characters. */
  url: string;
  /**
   * The first 20 URLs on the way to the captured document: HTTP redirects, and documents that navigated to another one
   * (their status is not 3xx).
   */
  redirects: { url: string; httpStatus: number }[];
  /** Null if the browser did not report a response. */
  httpStatus: number | null;
  /** Response headers from a fixed list, with names in lower case. */
  headers: Record<string, string>;
  title: string | null;
  /** The `lang` attribute of the document. */
  lang: string | null;
  requests: PageRequests;
  /** All bytes that the page received. Includes frames that run in other processes, even though their requests are not counted. */
  receivedBytes: number;
  /** Connections that the egress policy or its limits refused. */
  refusedConnections: number;
  /** Connections that options blocked; undefined without such an option. */
  blockedConnections?: Record<BlockCategory, number>;
  /** Undefined if `cookieBanners` is `keep`. */
  consent?: ConsentRecord;
  /** Milliseconds in each step of the capture so far. */
  stepMs: Record<string, number>;
  browser: { name: string; version: string };
  /** Null if the detection failed. */
  verdict: Verdict | null;
};
