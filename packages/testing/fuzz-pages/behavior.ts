import type { Random } from '../chaos/random.ts';

/** The addresses that a page can request during a run. */
export type Places = {
  /** The port of each canary on loopback, by channel. */
  canaryPorts: Readonly<Record<string, number>>;
  /** The domain of the run's name server. */
  domain: string;
};

/** Generates the HTML of one kind of hostile behavior. The result depends only on the arguments. */
export type Behavior = (random: Random, places: Places) => string;
export type Behaviors = Readonly<Record<string, Behavior>>;

/** An integer from 1 to `max`. Each order of magnitude is equally likely, and one value in five is `max`. */
export function sizeUpTo(random: Random, max: number): number {
  return random.next() < 0.2 ? max : Math.max(1, Math.round(max ** random.next()));
}

/** One character, as it is written in a JavaScript string. In JSON, some of them take six times as much space. */
const characters = [
  'x',
  '\\u0001',
  '\\u0000',
  '\\u00e9',
  '\\u{1f600}',
  '\\ud800',
  '\\u2028',
  '\\"',
  '\\\\',
  '&lt;',
] as const;

/** A JavaScript expression for a string of up to `max` characters. */
export function longText(random: Random, max: number): string {
  return `"${random.pick(characters)}".repeat(${sizeUpTo(random, max)})`;
}

/** A script element that runs `code` immediately, after the load event, or after a random delay. Errors are ignored. */
export function script(random: Random, code: string): string {
  const guarded = `(async () => { ${code} })().catch(() => {})`;
  const started = random.pick([
    guarded,
    `addEventListener('load', () => { ${guarded} })`,
    `setTimeout(() => { ${guarded} }, ${random.integer(0, 1_500)})`,
    `requestAnimationFrame(() => { ${guarded} })`,
  ]);
  return `<script>${started}</script>`;
}

/** JavaScript that runs `code` repeatedly: with a timer, in each frame, or in a loop that yields. */
export function repeatedly(random: Random, code: string): string {
  const guarded = `try { ${code} } catch {}`;
  return random.pick([
    `setInterval(() => { ${guarded} }, ${random.pick([0, 1, 10, 100])})`,
    `const again = () => { ${guarded}; requestAnimationFrame(again) }; again()`,
    `const again = () => { ${guarded}; setTimeout(again) }; again()`,
    `for (let i = 0; i < ${sizeUpTo(random, 10_000)}; i++) { ${guarded} }`,
  ]);
}

/** Escapes a document for use in a `srcdoc` attribute. */
export const asAttribute = (html: string): string => html.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
