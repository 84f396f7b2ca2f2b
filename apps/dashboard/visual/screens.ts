export type Screen = { name: string; path: string; width: number; height: number };

const desktop = { width: 1_280, height: 800 };
const phone = { width: 375, height: 812 };

/** The addresses of the screens in the demonstration, whose IDs count from 1. */
const addresses = {
  overview: '/',
  schedules: '/schedules',
  'new-schedule': '/schedules/new',
  schedule: '/schedules/2',
  history: '/schedules/1/items/1?at=931',
  comparison: '/schedules/1/items/1?at=1701&with=1476&mode=split',
  execution: '/executions/873',
  screenshot: '/screenshots/1717',
  activity: '/activity',
  wallet: '/activity?tab=wallet',
  capture: '/capture',
  settings: '/settings',
};

/** Each screen in the light theme on a desktop computer, and in the dark theme on a phone. */
export const screens: Screen[] = Object.entries(addresses).flatMap(([name, path]) => [
  { name, path, ...desktop },
  { name: `${name}-dark-phone`, path: `${path}#dark`, ...phone },
]);
