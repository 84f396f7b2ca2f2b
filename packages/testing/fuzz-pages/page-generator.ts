import { createRandom } from '../chaos/random.ts';
import { mark } from '../src/sites/hostile-pages/answer.ts';
import { type Behaviour, type Places, sizeUpTo } from './behaviour.ts';
import { documents } from './behaviours/documents.ts';
import { messages } from './behaviours/messages.ts';
import { networks } from './behaviours/networks.ts';
import { rendering } from './behaviours/rendering.ts';
import { scripts } from './behaviours/scripts.ts';
import { addPageOptions } from './page-options.ts';
import { choosePageResponse, type PageResponse } from './page-response.ts';
import { choosePageSettings, type PageSettings } from './page-settings.ts';

/** All behaviors, by group and name. */
export const behaviourGroups = { messages, networks, documents, scripts, rendering } as const;

export type FuzzPage = {
  seed: number;
  number: number;
  /** The names of the page's behaviors. */
  behaviours: string[];
  html: string;
  response: PageResponse;
  settings: PageSettings;
};

const mostBehaviours = 6;

/**
 * Generates the page with this number for the seed. The same arguments always generate the same page.
 * @param only names of behaviors or groups; all by default
 * @throws Error if a name in `only` is neither a behavior nor a group
 */
export function generatePage(
  { seed, number }: { seed: number; number: number },
  { places, only = [] }: { places: Places; only?: readonly string[] },
): FuzzPage {
  const random = createRandom(seed).fork(`page ${number}`);
  const behaviours = random.shuffle(namesOf(only)).slice(0, sizeUpTo(random, mostBehaviours));
  const parts = behaviours.map((name) => allBehaviours[name]!(random.fork(name), places));
  const response = choosePageResponse(random.fork('response'));
  const settings = addPageOptions(random.fork('options'), choosePageSettings(random.fork('settings')));
  const html = `<!doctype html><html><head><meta charset="utf-8"><title>Page ${number}</title></head><body>${mark}
${parts.join('\n')}
</body></html>`;
  return { seed, number, behaviours, html, response, settings };
}

export const allBehaviours: Readonly<Record<string, Behaviour>> = Object.assign(
  {},
  ...Object.values(behaviourGroups),
);

function namesOf(only: readonly string[]): string[] {
  if (only.length === 0) return Object.keys(allBehaviours);
  return only.flatMap((name) => {
    const group = Object.entries(behaviourGroups).find(([one]) => one === name)?.[1];
    if (group) return Object.keys(group);
    if (allBehaviours[name]) return [name];
    throw new Error(
      `--only must list values of: ${[...Object.keys(behaviourGroups), ...Object.keys(allBehaviours)].join(', ')}.`,
    );
  });
}
