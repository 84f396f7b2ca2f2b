// The policy of the page (apps/api/src/routes/dashboard.ts) permits scripts to set HTML through this policy only. HTML without "<" adds no
// element: that is enough for Mantine's style elements and for libraries that clear an element.

type TrustedTypes = {
  createPolicy(name: string, rules: { createHTML(text: string): string }): unknown;
};

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };

trustedTypes?.createPolicy('default', {
  createHTML(text) {
    if (text.includes('<')) throw new TypeError('The dashboard adds no HTML from strings.');
    return text;
  },
});
