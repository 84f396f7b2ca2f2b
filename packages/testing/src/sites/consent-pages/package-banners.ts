import type { ConsentPage } from './consent-page.ts';

const script = (path: string) => `<script src="/packages/${path}"></script>`;
const sheet = (path: string) => `<link rel="stylesheet" href="/packages/${path}">`;
const dismissed = { reject: 'rejected', hide: 'hidden' };
const hidden = { reject: 'hidden', hide: 'hidden' };

/** Banners of real libraries from npm. */
export const packageBanners: readonly ConsentPage[] = [
  {
    name: 'klaro',
    banner: `<script>window.klaroConfig = {
        version: 1, elementID: 'klaro', acceptAll: true, mustConsent: false, lang: 'en',
        translations: { en: { privacyPolicyUrl: '/privacy' } },
        services: [{ name: 'analytics', purposes: ['analytics'], cookies: [] }],
      };</script>${script('klaro/dist/klaro.js')}`,
    outcomes: dismissed,
  },
  {
    name: 'klaro-modal',
    banner: `<script>window.klaroConfig = {
        version: 1, elementID: 'klaro', acceptAll: true, mustConsent: true, lang: 'en',
        translations: { en: { privacyPolicyUrl: '/privacy' } },
        services: [{ name: 'analytics', purposes: ['analytics'], cookies: [] }],
      };</script>${script('klaro/dist/klaro.js')}`,
    outcomes: dismissed,
  },
  {
    name: 'vanilla-cookieconsent-3',
    head: sheet('vanilla-cookieconsent/dist/cookieconsent.css'),
    banner: `${script('vanilla-cookieconsent/dist/cookieconsent.umd.js')}<script>CookieConsent.run({
        hideFromBots: false, disablePageInteraction: true,
        guiOptions: { consentModal: { layout: 'box' } },
        categories: { necessary: { enabled: true, readOnly: true }, analytics: {} },
        language: { default: 'en', translations: { en: {
          consentModal: { title: 'We use cookies', description: 'This website uses cookies.',
            acceptAllBtn: 'Accept all', acceptNecessaryBtn: 'Reject all', showPreferencesBtn: 'Manage' },
          preferencesModal: { title: 'Preferences', acceptAllBtn: 'Accept all', acceptNecessaryBtn: 'Reject all',
            savePreferencesBtn: 'Save', sections: [] } } } },
      });</script>`,
    outcomes: dismissed,
    locks: true,
  },
  {
    name: 'vanilla-cookieconsent-2',
    head: sheet('vanilla-cookieconsent-2/dist/cookieconsent.css'),
    banner: `${script('vanilla-cookieconsent-2/dist/cookieconsent.js')}<script>initCookieConsent().run({
        current_lang: 'en', hide_from_bots: false, force_consent: true,
        languages: { en: {
          consent_modal: { title: 'We use cookies', description: 'This website uses cookies.',
            primary_btn: { text: 'Accept all', role: 'accept_all' },
            secondary_btn: { text: 'Reject all', role: 'accept_necessary' } },
          settings_modal: { title: 'Preferences', save_settings_btn: 'Save', accept_all_btn: 'Accept all',
            reject_all_btn: 'Reject all', blocks: [{ title: 'Cookies', description: 'Cookies.' }] } } },
      });</script>`,
    outcomes: dismissed,
    locks: true,
  },
  {
    name: 'tarteaucitron',
    banner: `${script('tarteaucitronjs/tarteaucitron.js')}<script>
      tarteaucitronForceLanguage = 'en';
      tarteaucitron.init({ privacyUrl: '/privacy', bodyPosition: 'bottom', orientation: 'middle', DenyAllCta: true,
        AcceptAllCta: true, highPrivacy: true, showIcon: false, adblocker: false });
      tarteaucitron.job = ['youtube'];
      </script>`,
    outcomes: dismissed,
  },
  {
    name: 'orejime',
    head: sheet('orejime/dist/orejime-standard.css'),
    banner: `<script>window.orejimeConfig = { privacyPolicyUrl: '/privacy',
        purposes: [{ id: 'analytics', title: 'Analytics', cookies: [] }] };</script>
      ${script('orejime/dist/orejime-standard-en.js')}`,
    // Autoconsent 16.23 has no rule for it, and its text does not mention cookies.
    outcomes: hidden,
  },
  {
    name: 'cookieconsent',
    head: sheet('cookieconsent/build/cookieconsent.min.css'),
    banner: `${script('cookieconsent/build/cookieconsent.min.js')}<script>window.cookieconsent.initialise({
        type: 'opt-out', revokable: false, revokeBtn: '<div hidden></div>', palette: { popup: { background: '#222' }, button: { background: '#fd0' } } });</script>`,
    outcomes: dismissed,
  },
  {
    name: 'cookies-eu-banner',
    banner: `<template id="cookies-eu-banner-template"><div id="cookies-eu-banner"
        style="position:fixed;z-index:9;left:0;right:0;top:0;height:80px;background:#fff">
        By continuing to visit this site, you accept the use of cookies for statistical purposes.
        <button id="cookies-eu-reject">Reject</button><button id="cookies-eu-accept">Accept</button>
      </div></template>${script('cookies-eu-banner/dist/cookies-eu-banner.global.js')}
      <script>CookiesEuBanner.createCookiesBanner({ onAccept() {}, onReject() {} });</script>`,
    outcomes: dismissed,
  },
  {
    // Autoconsent does not search the shadow trees of web components.
    name: 'cookie-consent-banner',
    banner: `<script type="module" src="/packages/cookie-consent-banner/dist/cookie-consent-banner/cookie-consent-banner.esm.js"></script>
      <cookie-consent-banner headline="We use cookies" btn-label-accept-and-continue="Agree and continue"
        btn-label-only-essential-and-continue="Continue with technically required cookies only"
        btn-label-select-all-and-continue="Agree to all" btn-label-persist-selection-and-continue="Save selection"
        content-settings-description="You can decide which cookies are used." disable-slide-in-animation="true">
        We use cookies and similar technologies to provide certain features.
      </cookie-consent-banner>
      <script>document.querySelector('cookie-consent-banner').availableCategories = [
        { key: 'technically_required', label: 'Technically required', description: '', isMandatory: true },
        { key: 'analytics', label: 'Analytics', description: '' },
      ];</script>`,
    outcomes: hidden,
  },
  {
    name: 'pie-cookie-banner',
    head: sheet('pie-css/dist/index.css'),
    // The build lacks the value of a constant.
    banner: `<pie-cookie-banner></pie-cookie-banner><script>var __PACKAGE_VERSION__ = '';</script>
      ${script('pie-cookie-banner/cdn_dist/index.js')}`,
    outcomes: hidden,
  },
];
