import type { VerdictEvidence } from '../model/page-record.ts';

/** Path segments and first host labels that indicate a login. They are written without separators and file extensions. */
const logInNames = new Set(
  'adfs auth authenticate authorize cas idp login logon oauth oauth2 oidc openid openidconnect saml saml2 signin signon sso userlogin wplogin'.split(
    ' ',
  ),
);

/** Path segments of pages that explain or demonstrate a login. Written without separators. */
const documentationNames = new Set(
  'blog demo demos doc docs documentation example examples guide guides help learn manual reference tutorial tutorials'.split(
    ' ',
  ),
);

/** Query parameters that contain the URL to return to after the login. Written without separators. */
const returnNames = new Set(
  (
    'back backto backurl callback callbackurl camefrom continue continueurl dest destination forward forwardurl from fromuri goto next ' +
    'originalurl postloginredirect rd redirect redirectto redirecturi redirecturl referer referrer relaystate return returnpath returnto ' +
    'returnuri returnurl ru rurl samlrequest service successurl target targeturl wreply'
  ).split(' '),
);

/** Hosts used only for logins, and domains with such subdomains, except the subdomains of the provider's own website. */
const providerHosts = new Set([
  'accounts.google.com',
  'appleid.apple.com',
  'id.atlassian.com',
  'idmsa.apple.com',
  'login.live.com',
  'login.microsoftonline.com',
  'login.salesforce.com',
  'login.yahoo.com',
  'signin.aws.amazon.com',
]);
const providerDomains =
  /\.(?:okta|oktapreview|okta-emea|auth0|onelogin|b2clogin|ciamlogin|amazoncognito|cloudflareaccess)\.com$/;
const providerSites = new Set(
  'blog community developer developers docs help learn marketplace status support trust www'.split(' '),
);

export type LogInAddress = {
  evidence: VerdictEvidence[];
  /** Whether the URL contains a URL to return to. */
  returns: boolean;
  /** Whether the host is a known identity provider. */
  provider: boolean;
};

/**
 * Whether a capture of `requested` ended at the URL of a login page. Null if it did not: the final URL has the same host
 * and path or does not indicate a login, or a login page was requested.
 */
export function logInAddress(requested: string, final: string): LogInAddress | null {
  if (!URL.canParse(requested) || !URL.canParse(final)) return null;
  const [from, to] = [new URL(requested), new URL(final)];
  if (from.host === to.host && from.pathname === to.pathname) return null;
  if (isLogIn(from) || !isLogIn(to)) return null;
  const provider = isProvider(to);
  const returns = [...to.searchParams].some(([name, value]) => value !== '' && returnNames.has(plain(name)));
  const evidence: VerdictEvidence[] = ['redirected_address'];
  if (returns) evidence.push('return_address');
  if (provider) evidence.push('identity_provider');
  return { evidence, returns, provider };
}

function isLogIn(url: URL): boolean {
  if (isProvider(url)) return true;
  const [label = ''] = url.hostname.split('.');
  const parts = url.pathname.split('/').map((part) => plain(part.replace(/\.\w{1,5}$/, '')));
  if (parts.some((part) => documentationNames.has(part))) return false;
  return [plain(label), ...parts].some((part) => logInNames.has(part));
}

function isProvider({ hostname }: URL): boolean {
  if (providerHosts.has(hostname)) return true;
  const [label = ''] = hostname.split('.');
  return providerDomains.test(hostname) && !providerSites.has(label);
}

function plain(name: string): string {
  return name.replaceAll(/[-_]/g, '').toLowerCase();
}
