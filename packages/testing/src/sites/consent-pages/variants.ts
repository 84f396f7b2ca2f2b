import { bottomBanner, type ConsentPage } from './consent-page.ts';

const dismissed = { reject: 'rejected', hide: 'hidden' };
const close = "document.getElementById('notice').remove()";
const answers: [string, string][] = [
  [`onclick="${close}"`, 'Accept all'],
  [`onclick="${close}"`, 'Reject all'],
];

/** Variants: banners without a matching rule, locked pages, and buttons that have consequences. */
export const variants: readonly ConsentPage[] = [
  {
    name: 'late',
    banner: `<script>setTimeout(() => document.body.insertAdjacentHTML('beforeend',
      ${JSON.stringify(bottomBanner('id="notice"', answers))}), 3000)</script>`,
    delayMs: 3_500,
    outcomes: dismissed,
  },
  {
    name: 'class-lock',
    attributes: { html: 'class="modal-open"' },
    head: '<style>html.modal-open, .modal-open body { height: 100%; overflow: hidden !important }</style>',
    banner: bottomBanner('id="notice"', answers),
    locks: true,
    outcomes: dismissed,
  },
  {
    name: 'fixed-body',
    attributes: { body: 'style="position:fixed;top:0;left:0;right:0;overflow-y:scroll"', main: 'inert' },
    banner: bottomBanner('id="notice"', answers),
    locks: true,
    outcomes: dismissed,
  },
  {
    name: 'reload',
    banner: `<script>if (!document.cookie.includes('answered=1')) document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(
      bottomBanner('id="notice"', [
        [`onclick="document.cookie='answered=1';location.reload()"`, 'Accept all'],
        [`onclick="document.cookie='answered=1';location.reload()"`, 'Reject all'],
      ]),
    )})</script>`,
    outcomes: dismissed,
  },
  {
    // The banner returns after every answer.
    name: 'reload-forever',
    banner: bottomBanner('id="notice"', [['onclick="location.reload()"', 'Reject all']]),
    outcomes: { reject: 'hidden', hide: 'hidden' },
  },
  {
    // A vendor whose rule only hides the banner, by inserting a style sheet.
    name: 'strict-policy',
    csp: "default-src 'none'; style-src 'self'; script-src 'self'",
    banner: `<link rel="stylesheet" href="/notice.css"><div class="b-cookie is-open" id="notice"><p>We use cookies.</p><button>Accept</button></div>`,
    outcomes: { reject: 'hidden', hide: 'hidden' },
  },
  {
    name: 'no-reject-button',
    banner: bottomBanner('id="notice"', [
      ['', 'Accept all'],
      ['', 'Settings'],
    ]),
    outcomes: { reject: 'hidden', hide: 'hidden' },
  },
  {
    name: 'closed-root',
    banner: `<div id="host"></div><script>document.getElementById('host').attachShadow({ mode: 'closed' }).innerHTML =
      ${JSON.stringify(bottomBanner('id="notice"', answers))}</script>`,
    outcomes: { reject: 'none', hide: 'none' },
  },
];
