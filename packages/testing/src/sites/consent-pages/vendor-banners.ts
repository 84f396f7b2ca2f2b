import type { ConsentPage } from './consent-page.ts';

const dismissed = { reject: 'rejected', hide: 'hidden' };
const remove = (selector: string) => `document.querySelector('${selector}').remove()`;
const dialog = 'position:fixed;z-index:99;left:10%;right:10%;top:20%;height:160px;background:#fff;color:#000';
const backdrop = 'position:fixed;z-index:98;inset:0;background:rgba(0,0,0,.6)';

/** Pages whose banners have the structure that the scripts of vendors create. These scripts are not on npm. */
export const vendorBanners: readonly ConsentPage[] = [
  {
    name: 'onetrust',
    attributes: { html: 'style="overflow:hidden"' },
    banner: `<div id="onetrust-consent-sdk"><div class="onetrust-pc-dark-filter" style="${backdrop}"></div>
      <div id="onetrust-banner-sdk" role="dialog" style="${dialog}">
        <p id="onetrust-policy-text">By clicking Accept All Cookies, you agree to the storing of cookies on your device.</p>
        <button id="onetrust-pc-btn-handler">Cookies Settings</button>
        <button id="onetrust-reject-all-handler" onclick="${remove('#onetrust-consent-sdk')}">Reject All</button>
        <button id="onetrust-accept-btn-handler" onclick="${remove('#onetrust-consent-sdk')}">Accept All Cookies</button>
      </div></div>`,
    outcomes: dismissed,
    locks: true,
  },
  {
    name: 'cookiebot',
    banner: `<div id="CybotCookiebotDialogBodyUnderlay" style="${backdrop}"></div>
      <div id="CybotCookiebotDialog" role="dialog" style="${dialog}"><p>This website uses cookies</p>
        <button id="CybotCookiebotDialogBodyButtonAccept">Allow all</button></div>
      <script>{
        const close = () => {
          for (const id of ['CybotCookiebotDialog', 'CybotCookiebotDialogBodyUnderlay']) document.getElementById(id)?.remove();
          Cookiebot.dialog.visible = false;
        };
        window.Cookiebot = { hasResponse: false, declined: false, dialog: { visible: true }, hide: close,
          withdraw() { this.declined = true; this.hasResponse = true; } };
        document.getElementById('CybotCookiebotDialogBodyButtonAccept').onclick = close;
      }</script>`,
    outcomes: dismissed,
  },
  {
    name: 'usercentrics',
    attributes: { body: 'class="overflowHidden"' },
    head: '<style>.overflowHidden { overflow: hidden !important }</style>',
    banner: `<div id="usercentrics-root"></div><script>{
        const root = document.getElementById('usercentrics-root').attachShadow({ mode: 'open' });
        root.innerHTML = \`<div data-testid="uc-container"><div style="${backdrop}"></div>
          <div role="dialog" style="${dialog}"><p>We use cookies and other technologies.</p>
          <button data-testid="uc-deny-all-button">Deny</button>
          <button data-testid="uc-accept-all-button">Accept All</button></div></div>\`;
        let open = true;
        const close = () => { open = false; root.innerHTML = ''; };
        for (const button of root.querySelectorAll('button')) button.onclick = close;
        window.UC_UI = { isInitialized: () => true, isConsentRequired: () => open, denyAllConsents: async () => {},
          acceptAllConsents: async () => {}, closeCMP: close };
      }</script>`,
    outcomes: dismissed,
    locks: true,
  },
  {
    name: 'didomi',
    attributes: { body: 'class="didomi-popup-open"' },
    head: '<style>.didomi-popup-open { overflow: hidden !important }</style>',
    banner: `<div id="didomi-host"><div class="didomi-popup-backdrop" style="${backdrop}"></div>
      <div id="didomi-popup" class="didomi-popup-container" style="${dialog}"><div id="didomi-notice">
        <p>We and our partners store cookies.</p>
        <button id="didomi-notice-agree-button">Agree and close</button></div></div></div>
      <script>window.Didomi = { setUserDisagreeToAll() {
        document.getElementById('didomi-host').remove();
        document.body.classList.remove('didomi-popup-open');
      } };</script>`,
    outcomes: dismissed,
    locks: true,
  },
  {
    // The frame belongs to another site, and the page removes the frame when the frame sends its answer.
    name: 'sourcepoint',
    attributes: { html: 'class="sp-message-open"' },
    head: '<style>.sp-message-open body { position: fixed; width: 100%; overflow: hidden }</style>',
    banner: `<script>{
        const message = document.createElement('div');
        message.id = 'sp_message_container_1';
        message.style = 'position:fixed;z-index:99;inset:0';
        const source = location.origin.replace('//', '//cmp.');
        message.innerHTML = '<div class="message-overlay" style="${backdrop}"></div>' +
          '<iframe style="position:absolute;z-index:99;left:10%;top:20%;width:80%;height:200px;border:0" src="' + source +
          '/index.html?message_id=1"></iframe>';
        setTimeout(() => document.body.append(message), 50);
        addEventListener('message', ({ data }) => {
          if (data !== 'answered') return;
          message.remove();
          document.documentElement.classList.remove('sp-message-open');
        });
      }</script>`,
    outcomes: dismissed,
    locks: true,
  },
  {
    name: 'trustarc',
    banner: `<div id="truste-consent-track" style="position:fixed;z-index:99;left:0;right:0;bottom:0;height:100px;background:#eee">
      <div id="truste-consent-content"><p>This site uses cookies.</p>
      <button id="truste-consent-button" onclick="${remove('#truste-consent-track')}">Agree and proceed</button>
      <button id="truste-consent-required" onclick="${remove('#truste-consent-track')}">Required only</button>
      <a id="truste-show-consent">Cookie preferences</a></div></div>`,
    outcomes: dismissed,
  },
];

/** The document in the frame of `sourcepoint`. */
export const messageFrame = `<!doctype html><body style="margin:0;background:#fff"><div class="message type-modal">
  <p>We and our partners use cookies.</p>
  <button class="message-button sp_choice_type_11">Accept</button>
  <button class="message-button sp_choice_type_13">Reject</button></div>
  <script>for (const button of document.querySelectorAll('button')) button.onclick = () => parent.postMessage('answered', '*');</script>`;
