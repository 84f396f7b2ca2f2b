// The page's Content Security Policy (apps/api/src/routes/site/dashboard.ts) lets scripts set HTML only through the Trusted Types
// policy below. This policy permits only HTML without "<", which cannot add elements. This is sufficient for Mantine's style elements and for libraries
// that clear an element.

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
