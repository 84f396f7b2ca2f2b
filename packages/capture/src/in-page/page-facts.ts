// Runs in the page.
type Box = { width: number; height: number };
type PageElement = {
  getAttribute(name: string): string | null;
  getBoundingClientRect(): Box;
  checkVisibility(options: object): boolean;
  innerText?: string;
  textContent: string | null;
};
declare const document: object;
declare const Document: {
  prototype: { querySelectorAll: (this: object, selector: string) => ArrayLike<PageElement> };
};

export type PageFacts = {
  title: string;
  /** The `lang` attribute of the document element. */
  lang: string;
  /** Whether a person can see a password field. */
  passwordField: boolean;
  /**
   * Facts about a document with at most `maxElements` elements; null for a larger document, which is neither a challenge
   * nor blank.
   */
  small: {
    /** Number of characters in the visible text. */
    text: number;
    /** Whether a person can see an image, a video, a frame or a drawing of any color. */
    images: boolean;
    /** Names of the marks that the document contains. */
    marks: string[];
  } | null;
};

/**
 * Reads everything that the verdict and the record need in a single call.
 * @param marks name, CSS selector or null, and text of an inline script that runs or null
 */
export function pageFacts(
  marks: [name: string, selector: string | null, inlineScript: string | null][],
  maxElements: number,
  maxLength: number,
): PageFacts {
  /** Reads a property from its prototype, because a named element can shadow the properties of the document. */
  const own = <T>(name: string): T =>
    Object.getOwnPropertyDescriptor(Document.prototype, name)!.get!.call(document);
  const all = (selector: string) => [
    ...Array.from(Document.prototype.querySelectorAll.call(document, selector)),
  ];
  const seen = (element: PageElement) => {
    const { width, height } = element.getBoundingClientRect();
    return (
      width > 2 && height > 2 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    );
  };
  const root = own<PageElement | null>('documentElement');
  const body = own<PageElement | null>('body');
  const elements = Document.prototype.querySelectorAll.call(document, '*').length;
  const facts = {
    title: own<string>('title').slice(0, maxLength),
    lang: (root?.getAttribute('lang') ?? '').slice(0, maxLength),
    passwordField: all('input[type="password" i]').some(seen),
  };
  if (elements > maxElements) return { ...facts, small: null };
  // Scripts of other types are data, which may quote a script.
  const runs = ':is(:not([type]), [type="" i], [type="module" i], [type$="/javascript" i])';
  const scripts = all(`script:not([src])${runs}`).map((script) => script.textContent ?? '');
  const found = marks.filter(
    ([, selector, inlineScript]) =>
      (selector !== null && all(selector).length > 0) ||
      (inlineScript !== null && scripts.some((script) => script.includes(inlineScript))),
  );
  // A document that is not HTML has no body but may still show something.
  const text = body?.innerText === undefined ? 1 : body.innerText.trim().length;
  const images = all('img,svg,canvas,video,iframe,frame,object,embed,input[type="image" i]').some(seen);
  return { ...facts, small: { text, images, marks: found.map(([name]) => name) } };
}
