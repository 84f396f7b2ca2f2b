/** The page's nonce, which style elements require. Browsers hide the attribute, so this reads the property. */
export const nonce: string = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';

// react-remove-scroll, which Mantine uses to lock scrolling behind a dialog, adds a style element with this nonce.
Object.assign(globalThis, { __webpack_nonce__: nonce });
