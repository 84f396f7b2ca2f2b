import type { ChallengeVendor, VerdictEvidence } from '../model/page-record.ts';

/** Response headers that a vendor uses to mark a document as a challenge. */
export const challengeHeaders: readonly {
  vendor: ChallengeVendor;
  name: string;
  values: readonly string[];
}[] = [
  // developers.cloudflare.com/cloudflare-challenges/challenge-types/challenge-pages/detect-response
  { vendor: 'cloudflare', name: 'cf-mitigated', values: ['challenge'] },
  // `deny` is a refusal without a check.
  { vendor: 'vercel', name: 'x-vercel-mitigated', values: ['challenge'] },
  // docs.aws.amazon.com/waf/latest/developerguide/waf-captcha-and-challenge-actions.html
  { vendor: 'aws_waf', name: 'x-amzn-waf-action', values: ['challenge', 'captcha'] },
  // docs.datadome.co/reference/validate-request. All responses of a protected site contain `x-datadome: protected`.
  { vendor: 'datadome', name: 'x-dd-b', values: ['1', '2'] },
];

/** A sign in the document: elements that match a CSS selector, or text in an inline script. */
type Mark = { evidence: VerdictEvidence } & ({ selector: string } | { inlineScript: string });

/** Marks of documents. `in-page/page-facts.ts` reports which of these marks a small document contains. */
export const pageMarks = {
  // A normal page contains `…/scripts/jsd/main.js` from the same folder.
  cloudflareScript: {
    selector: 'script[src*="/cdn-cgi/challenge-platform/"][src*="/orchestrate/"]',
    evidence: 'script',
  },
  cloudflareOptions: { inlineScript: '_cf_chl_opt', evidence: 'script' },
  // A site's own scripts may read this variable; the challenge assigns it.
  awsOptions: { inlineScript: 'window.gokuProps = {', evidence: 'script' },
  // Pages that follow a passed challenge load a script from the same host.
  awsScript: { selector: 'script[src*=".awswaf.com/"]', evidence: 'script' },
  datadome: {
    selector: 'iframe[src*="captcha-delivery.com/"],script[src*="captcha-delivery.com/"]',
    evidence: 'frame',
  },
  human: { selector: '#px-captcha', evidence: 'element' },
  kasada: { selector: 'script[src*="/ips.js"]', evidence: 'script' },
  // Pages that follow a passed challenge contain a script with the same URL and may be short.
  impervaScript: { selector: 'script[src*="/_Incapsula_Resource"]', evidence: 'script' },
  impervaFrame: { selector: 'iframe[src*="/_Incapsula_Resource"]', evidence: 'frame' },
  robotsExcluded: { selector: 'meta[name="robots" i][content*="noindex" i]', evidence: 'element' },
  akamaiContainer: { selector: '#sec-if-cpt-container', evidence: 'element' },
  akamaiFrame: { selector: '#sec-cpt-if', evidence: 'frame' },
  anubisChallenge: { selector: 'script#anubis_challenge', evidence: 'script' },
  anubisVersion: { selector: 'script#anubis_version', evidence: 'script' },
  recaptcha: { selector: '.g-recaptcha,iframe[src*="/recaptcha/"]', evidence: 'element' },
  hcaptcha: { selector: '.h-captcha,iframe[src*=".hcaptcha.com/"]', evidence: 'element' },
  turnstile: { selector: '.cf-turnstile,iframe[src*="//challenges.cloudflare.com/"]', evidence: 'element' },
} as const satisfies Record<string, Mark>;
export type PageMark = keyof typeof pageMarks;

/** A condition in addition to the marks of the document. */
type Condition = {
  httpStatus?: readonly number[];
  title?: string;
  maxText?: number;
  /** The document contains neither visible text nor an image. */
  empty?: true;
};

/**
 * Rules that detect challenges in small documents. Each rule requires two signs, because a page can contain one of them
 * for another reason: all marks of the rule, and its condition.
 */
export const challengeRules: readonly ({
  vendor: ChallengeVendor;
  marks: readonly PageMark[];
} & Condition)[] = [
  { vendor: 'cloudflare', marks: ['cloudflareOptions'], title: 'Just a moment...' },
  { vendor: 'cloudflare', marks: ['cloudflareScript'], title: 'Just a moment...' },
  { vendor: 'cloudflare', marks: ['cloudflareOptions', 'cloudflareScript'], httpStatus: [403, 503] },
  { vendor: 'aws_waf', marks: ['awsOptions', 'awsScript'] },
  { vendor: 'datadome', marks: ['datadome'], httpStatus: [403] },
  { vendor: 'human', marks: ['human'], httpStatus: [403] },
  { vendor: 'kasada', marks: ['kasada'], httpStatus: [429], empty: true },
  { vendor: 'imperva', marks: ['impervaFrame', 'robotsExcluded'], maxText: 200 },
  { vendor: 'imperva', marks: ['impervaScript', 'robotsExcluded'], empty: true },
  { vendor: 'akamai', marks: ['akamaiContainer', 'akamaiFrame'], maxText: 200 },
  { vendor: 'anubis', marks: ['anubisChallenge', 'anubisVersion'] },
  { vendor: 'recaptcha', marks: ['recaptcha'], httpStatus: [403, 429, 503], maxText: 1_000 },
  { vendor: 'hcaptcha', marks: ['hcaptcha'], httpStatus: [403, 429, 503], maxText: 1_000 },
  { vendor: 'turnstile', marks: ['turnstile'], httpStatus: [403, 429, 503], maxText: 1_000 },
];
