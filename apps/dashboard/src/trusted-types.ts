// The policy of the page (apps/api/src/routes/site/dashboard.ts) lets scripts set HTML only through this policy. It permits only HTML without "<",
// which cannot add elements. Mantine's style elements and libraries that clear an element need nothing else.

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
