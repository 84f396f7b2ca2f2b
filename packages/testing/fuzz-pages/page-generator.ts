import { createRandom } from '../chaos/random.ts';
import { mark } from '../src/sites/hostile-pages/answer.ts';
import { type Behavior, type Places, sizeUpTo } from './behavior.ts';
import { documents } from './behaviors/documents.ts';
import { messages } from './behaviors/messages.ts';
import { networks } from './behaviors/networks.ts';
import { rendering } from './behaviors/rendering.ts';
import { scripts } from './behaviors/scripts.ts';
import { addPageOptions } from './page-options.ts';
import { choosePageResponse, type PageResponse } from './page-response.ts';
import { choosePageSettings, type PageSettings } from './page-settings.ts';

/** All behaviors, by group and name. */
export const behaviorGroups = { messages, networks, documents, scripts, rendering } as const;

export type FuzzPage = {
  seed: number;
  number: number;
  /** The names of the page's behaviors. */
  behaviors: string[];
  html: string;
  response: PageResponse;
  settings: PageSettings;
};

const maxBehaviors = 6;

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
  const behaviors = random.shuffle(namesOf(only)).slice(0, sizeUpTo(random, maxBehaviors));
  const parts = behaviors.map((name) => allBehaviors[name]!(random.fork(name), places));
  const response = choosePageResponse(random.fork('response'));
  const settings = addPageOptions(random.fork('options'), choosePageSettings(random.fork('settings')));
  const html = `<!doctype html><html><head><meta charset="utf-8"><title>Page ${number}</title></head><body>${mark}
${parts.join('\n')}
</body></html>`;
  return { seed, number, behaviors, html, response, settings };
}

export const allBehaviors: Readonly<Record<string, Behavior>> = Object.assign(
  {},
  ...Object.values(behaviorGroups),
);

function namesOf(only: readonly string[]): string[] {
  if (only.length === 0) return Object.keys(allBehaviors);
  return only.flatMap((name) => {
    const group = Object.entries(behaviorGroups).find(([one]) => one === name)?.[1];
    if (group) return Object.keys(group);
    if (allBehaviors[name]) return [name];
    throw new Error(
      `--only must list values of: ${[...Object.keys(behaviorGroups), ...Object.keys(allBehaviors)].join(', ')}.`,
    );
  });
}
