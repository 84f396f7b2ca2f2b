import type { ConsentPage } from './consent-page.ts';

/** The modules that `/bundles/<name>.js` is built from. */
export const bundledModules: Readonly<Record<string, string>> = {
  'react-cookie-consent': `
    import { createElement } from 'react';
    import { createRoot } from 'react-dom/client';
    import { CookieConsent } from 'react-cookie-consent';
    const text = 'This website uses cookies to enhance the user experience.';
    createRoot(document.body.appendChild(document.createElement('div'))).render(
      createElement(CookieConsent, { enableDeclineButton: true }, text),
    );`,
  c15t: `
    import { createElement } from 'react';
    import { createRoot } from 'react-dom/client';
    import { ConsentBanner, ConsentDialog, ConsentManagerProvider } from '@c15t/react';
    import css from '@c15t/react/styles.css?inline';
    document.head.appendChild(document.createElement('style')).textContent = css;
    createRoot(document.body.appendChild(document.createElement('div'))).render(
      createElement(
        ConsentManagerProvider,
        { options: { mode: 'offline', consentCategories: ['necessary', 'marketing'] } },
        createElement(ConsentBanner),
        createElement(ConsentDialog),
      ),
    );`,
};

/** Banners of React components from npm, which need a bundler. */
export const bundledBanners: readonly ConsentPage[] = Object.keys(bundledModules).map((name) => ({
  name,
  banner: `<script type="module" src="/bundles/${name}.js"></script>`,
  outcomes: { reject: 'rejected', hide: 'hidden' },
}));
