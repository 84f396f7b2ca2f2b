/**
 * Domains that are never blocked, even if an operator's list contains them. Without its consent manager, a page may load
 * more trackers or remain empty; without its CAPTCHA or challenge, it does not let any visitor through. The hosts that
 * `third-party-web` lists as consent providers are added to this list.
 */
export const neverBlocked: readonly string[] = [
  // Consent managers. Blocking them breaks sites: see easylist/easylist #6049 and #7265, and hagezi/dns-blocklists #2123
  // and #2608. Didomi, Osano.
  ...['didomi.io', 'privacy-center.org', 'osano.com'],
  // hagezi/dns-blocklists #2123.
  ...['axept.io', 'cdn-cookieyes.com', 'cookieyes.com', 'cookiebot.com', 'cookiebot.eu', 'fastcmp.com'],
  ...['cookiehub.com', 'cookiehub.eu', 'cookiehub.net', 'consentframework.com', 'gatekeeperconsent.com'],
  // blocklistproject/Lists #2209.
  'consentmanager.net',
  // uBlockOrigin/uAssets #26676; formerly Quantcast Choice.
  'cmp.inmobi.com',
  // easylist/easylist #7474: Sourcepoint.
  ...['privacy-mgmt.com', 'sp-prod.net'],
  // developer.onetrust.com/onetrust/docs/content-security-policy-cdn
  ...['cookielaw.org', 'cookiepro.com', 'onetrust.com'],
  // The hosts of the vendors' scripts, according to the rules of duckduckgo/autoconsent and the tests of easylist's
  // cookie list.
  ...['usercentrics.eu', 'usercentrics.com', 'trustarc.com', 'truste.com', 'iubenda.com', 'termly.io'],
  ...['cookiefirst.com', 'cookieinformation.com', 'cookie-script.com', 'civiccomputing.com', 'ketchcdn.com'],
  // HubSpot's banner, LiveRamp's Privacy Manager, Evidon and Ghostery. `third-party-web` lists them as marketing, ads and
  // analytics.
  ...['hs-banner.com', 'privacymanager.io', 'evidon.com', 'betrad.com'],
  // IAB Europe's domain for consent managers (TCF).
  'consensu.org',

  // CAPTCHAs and challenges.
  // cloud.google.com/recaptcha/docs/faq
  ...['www.google.com', 'recaptcha.google.com', 'recaptcha.net', 'www.gstatic.com'],
  // docs.hcaptcha.com
  'hcaptcha.com',
  // developers.cloudflare.com/turnstile/reference/content-security-policy
  'challenges.cloudflare.com',
  // docs.datadome.co/docs/content-security-policy
  ...['captcha-delivery.com', 'js.datadome.co', 'api-js.datadome.co'],
  // HUMAN: see StevenBlack/hosts #1650 and shreyasminocha/shady-hosts #12. No source was found for px-cdn.net and
  // pxchk.net.
  ...['px-cdn.net', 'px-cloud.net', 'perimeterx.net', 'pxchk.net'],
  // docs.aws.amazon.com/waf/latest/developerguide/waf-application-integration.html
  'awswaf.com',
  // gitlab-org/gitlab !167282
  ...['arkoselabs.com', 'funcaptcha.com'],
  // GeeTest. No source was found for geevisit.com and the domains below.
  ...['geetest.com', 'geevisit.com'],
  // Friendly Captcha.
  ...['friendlycaptcha.com', 'friendlycaptcha.eu', 'frcapi.com'],
  // MTCaptcha.
  'mtcaptcha.com',
  // Yandex SmartCaptcha.
  ...['smartcaptcha.cloud.yandex.ru', 'smartcaptcha.yandexcloud.net'],
];
