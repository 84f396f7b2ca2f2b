// Runs in the page (see with-parts.ts).
type Root = {
  host?: PageElement;
  children: Iterable<PageElement>;
  adoptedStyleSheets: object[];
  elementFromPoint(left: number, top: number): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
};
export type PageElement = {
  localName: string;
  isConnected: boolean;
  clientHeight: number;
  scrollHeight: number;
  parentElement: PageElement | null;
  children: Iterable<PageElement>;
  shadowRoot: Root | null;
  innerText?: string;
  value?: unknown;
  getRootNode(): Root;
  hasAttribute(name: string): boolean;
  getAttribute(name: string): string | null;
  matches(selector: string): boolean;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
  checkVisibility(options: object): boolean;
  getBoundingClientRect(): { left: number; top: number; right: number; bottom: number };
};
declare const document: Root;
declare const innerWidth: number;
declare const innerHeight: number;
declare function getComputedStyle(element: PageElement): { position: string };

/** Whether a person can see the element or something inside it. */
export function isShown(element: PageElement): boolean {
  const seen = (one: PageElement) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const inside =
      right > left && bottom > top && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
    return inside && one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  if (!element.isConnected) return false;
  if (seen(element)) return true;
  let examined = 0;
  for (const root of [element, element.shadowRoot])
    for (const inner of root?.querySelectorAll('*') ?? []) {
      if (seen(inner)) return true;
      examined += 1;
      if (examined === 200) return false;
    }
  return false;
}

/** The elements that are fixed to the viewport and cover any of several points, frontmost first. */
export function fixedElements(): PageElement[] {
  const found = new Set<PageElement>();
  for (const top of [24, innerHeight / 4, innerHeight / 2, (innerHeight * 3) / 4, innerHeight - 24])
    for (const left of [innerWidth * 0.08, innerWidth / 2, innerWidth * 0.92]) {
      let element = document.elementFromPoint(left, top);
      for (let root = element?.shadowRoot; root; root = element?.shadowRoot) {
        const inner = root.elementFromPoint(left, top);
        if (inner === null || inner === element) break;
        element = inner;
      }
      while (element !== null) {
        const isDialog = element.matches(
          'dialog[open], [role=dialog], [role=alertdialog], [aria-modal=true]',
        );
        if (isDialog || ['fixed', 'sticky'].includes(getComputedStyle(element).position)) {
          found.add(element);
          break;
        }
        element = element.parentElement ?? element.getRootNode().host ?? null;
      }
    }
  return [...found];
}

/**
 * The elements in front of the page that ask for consent: they mention cookies or consent, have a button with an answer, and
 * contain no part of the page itself.
 */
export function findPopups({ fixedElements: fixed }: { fixedElements: typeof fixedElements }): PageElement[] {
  const subject = /cookie|クッキー|쿠키|ciasteczk|gdpr|rgpd|dsgvo/i;
  const consent = /consent|einwillig|zustimm|personal (data|information)/i;
  const data = /privacy|partner|daten/i;
  const answer = new RegExp(
    [
      'accept|agree|allow|got it|understand|^ok|okay|reject|decline|refuse|deny|necessary|essential|akzept|zustimm|einverstanden',
      'ablehn|notwendig|d.accord|refus|acept|rechaz|accett|rifiut|aceit|recus|akkoord|weiger|zgadz|akcept|odrzu|godkänn|neka',
      'hyväksy|tillad|afvis|souhlas|přijmout|odmít|elfogad|принять|соглас|прийняти|同意|接受|동의|kabul',
    ].join('|'),
    'i',
  );
  const text = (element: PageElement) => {
    return [element, ...(element.shadowRoot?.children ?? [])].map((one) => one.innerText ?? '').join(' ');
  };
  const buttons = 'button, a, input[type=button], input[type=submit], [role=button]';
  return fixed().filter((element) => {
    const words = text(element);
    if (words.length === 0 || words.length > 6_000) return false;
    if (!subject.test(words) && !(consent.test(words) && data.test(words))) return false;
    // A page may scroll inside a fixed element.
    if (element.clientHeight > innerHeight * 0.9 && element.scrollHeight > element.clientHeight * 1.5)
      return false;
    if (element.matches('html, body, main, nav') || element.querySelector('main, [role=main], article, nav'))
      return false;
    for (const root of [element, element.shadowRoot])
      for (const one of root?.querySelectorAll('*') ?? []) {
        const isButton = one.matches(buttons);
        if (!isButton && !one.localName.includes('-')) continue;
        const label = (one.innerText || String(one.value ?? '')).trim();
        // A web component with a short text may be a button.
        if ((isButton || label.length <= 40) && answer.test(label)) return true;
      }
    return false;
  });
}
