// The pseudo-classes and pseudo-elements that Chromium 153 accepts in `querySelector`. `apps/worker/test/selectors.test.ts` compares them with
// the browser. Names are in lower case.

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Pseudo-classes without an argument. */
export const pseudoClasses = words(`
  active active-view-transition any-link autofill checked corner-present current decrement default defined disabled double-button empty
  enabled end first-child first-of-type focus focus-visible focus-within fullscreen future horizontal host hover in-range increment
  indeterminate interest-source interest-target invalid last-child last-of-type link modal no-button only-child only-of-type open optional
  out-of-range past picture-in-picture placeholder-shown popover-open read-only read-write required root scope single-button start target
  target-after target-before target-current user-invalid user-valid valid vertical visited window-inactive xr-overlay
  -internal-autofill-previewed -internal-autofill-selected -webkit-any-link -webkit-autofill -webkit-drag -webkit-full-page-media
  -webkit-full-screen -webkit-full-screen-ancestor`);

/**
 * The argument that a pseudo-class or pseudo-element accepts. `forgiving`: any argument, because the browser ignores
 * unknown selectors in it.
 */
export type ArgumentKind =
  | 'forgiving'
  | 'list'
  | 'relative list'
  | 'compound list'
  | 'compound'
  | 'nth of list'
  | 'nth'
  | 'ident'
  | 'ident list'
  | 'idents';

export const pseudoFunctions: ReadonlyMap<string, ArgumentKind> = new Map([
  ['is', 'forgiving'],
  ['where', 'forgiving'],
  ['not', 'list'],
  ['has', 'relative list'],
  ['-webkit-any', 'compound list'],
  ['host', 'compound'],
  ['host-context', 'compound'],
  ['nth-child', 'nth of list'],
  ['nth-last-child', 'nth of list'],
  ['nth-of-type', 'nth'],
  ['nth-last-of-type', 'nth'],
  ['lang', 'ident'],
  ['dir', 'ident'],
  ['state', 'ident'],
  ['active-view-transition-type', 'ident list'],
]);

/** Pseudo-elements that can also be written with a single colon. */
export const legacyPseudoElements = words('after before first-letter first-line');

/** Pseudo-elements without an argument. All names that begin with `-webkit-` are also accepted. */
export const pseudoElements = words(`
  after backdrop before checkmark column cue details-content file-selector-button first-letter first-line grammar-error interest-button
  marker picker-icon placeholder scroll-marker scroll-marker-group search-text selection spelling-error target-text view-transition`);

export const pseudoElementFunctions: ReadonlyMap<string, ArgumentKind> = new Map([
  ['cue', 'list'],
  ['highlight', 'ident'],
  ['part', 'idents'],
  ['picker', 'ident'],
  ['scroll-button', 'compound'],
  ['slotted', 'compound'],
  ['view-transition-group', 'compound'],
  ['view-transition-group-children', 'compound'],
  ['view-transition-image-pair', 'compound'],
  ['view-transition-new', 'compound'],
  ['view-transition-old', 'compound'],
]);

/** What may follow a pseudo-element in its compound selector, in addition to `:is()`, `:where()` and `:not()`. */
type Followers = { classes: ReadonlySet<string>; elements?: (name: string, hasArgument: boolean) => boolean };

const userAction = words('active focus focus-visible focus-within hover');
const scrollbarStates = words(`
  active corner-present decrement disabled double-button enabled end horizontal hover increment no-button single-button start vertical
  window-inactive`);
/** Pseudo-classes that do not depend on the element's position in the document. */
const elementStates = words(`
  active active-view-transition any-link autofill checked default defined dir disabled enabled focus focus-visible focus-within fullscreen
  future hover in-range indeterminate interest-source interest-target invalid lang link modal open optional out-of-range past
  picture-in-picture placeholder-shown popover-open read-only read-write required state target target-after target-before target-current
  user-invalid user-valid valid visited window-inactive -internal-autofill-previewed -internal-autofill-selected -webkit-any-link
  -webkit-autofill -webkit-drag -webkit-full-page-media -webkit-full-screen -webkit-full-screen-ancestor`);
const slottedElements = words(`
  after backdrop before checkmark details-content file-selector-button interest-button marker picker picker-icon placeholder view-transition
  view-transition-group view-transition-group-children view-transition-image-pair view-transition-new view-transition-old`);

const ofElement: Followers = {
  classes: elementStates,
  elements: (name, hasArgument) => name !== 'part' && name !== 'slotted' && !(name === 'cue' && hasArgument),
};
const marker: Followers = { classes: words(''), elements: (name) => name === 'marker' };

const followers: ReadonlyMap<string, Followers> = new Map([
  ['part', ofElement],
  ['picker', ofElement],
  ['details-content', ofElement],
  ['before', marker],
  ['after', marker],
  ['slotted', { classes: words(''), elements: (name) => slottedElements.has(name) }],
  ['column', { classes: words(''), elements: (name) => name === 'scroll-marker' }],
  ['cue', { classes: userAction }],
  ['file-selector-button', { classes: userAction }],
  ['scroll-button', { classes: words('active disabled enabled focus focus-visible focus-within hover') }],
  [
    'scroll-marker',
    {
      classes: words(
        'active focus focus-visible focus-within hover target-after target-before target-current',
      ),
    },
  ],
  ['scroll-marker-group', { classes: words('focus-within hover') }],
  ['search-text', { classes: words('current') }],
  ['selection', { classes: words('window-inactive') }],
]);

/** Whether a pseudo-class may follow a pseudo-element. */
export function classMayFollow(name: string, element: string): boolean {
  if (element === 'slotted' || element === 'column') return false;
  return ['is', 'where', 'not'].includes(name) || followersOf(element).classes.has(name);
}

/** Whether one pseudo-element may follow another. */
export function elementMayFollow(
  name: string,
  { hasArgument, element }: { hasArgument: boolean; element: string },
): boolean {
  return followersOf(element).elements?.(name, hasArgument) === true;
}

function followersOf(element: string): Followers {
  if (/^-webkit-(scrollbar|resizer)/.test(element)) return { classes: scrollbarStates };
  if (element.startsWith('-webkit-')) return { classes: userAction };
  if (element.startsWith('view-transition-')) return { classes: words('only-child') };
  return followers.get(element) ?? { classes: words('') };
}
