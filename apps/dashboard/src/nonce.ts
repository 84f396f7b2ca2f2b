/** The nonce of the page, which style elements need. Only the property shows it, not the attribute. */
export const nonce: string = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';

// What keeps the page behind a dialog from scrolling (react-remove-scroll, a part of Mantine) adds a style element with this nonce.
Object.assign(globalThis, { __webpack_nonce__: nonce });
