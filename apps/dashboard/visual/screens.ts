import { samples } from '../test/screen-samples.fixture.ts';

export type Screen = { name: string; path: string; width: number; height: number };

const desktop = { width: 1_280, height: 800 };
const phone = { width: 375, height: 812 };

const addresses = samples.flatMap(({ baselines = {} }) => Object.entries(baselines));

/** Each screen in the light theme at desktop size and in the dark theme at phone size. */
export const screens: Screen[] = addresses.flatMap(([name, path]) => [
  { name, path, ...desktop },
  { name: `${name}-dark-phone`, path: `${path}#dark`, ...phone },
]);
