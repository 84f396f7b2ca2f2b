import { animationPages } from './animations.ts';
import { chartPages } from './charts.ts';
import { connectionPages } from './connections.ts';
import { consolePages } from './consoles.ts';
import { imagePages } from './images.ts';
import { latePages } from './late.ts';
import { layoutPages } from './layout.ts';
import type { LibraryPage } from './library-page.ts';
import { revealPages } from './reveals.ts';
import { themePages } from './themes.ts';

export const libraryPages: readonly LibraryPage[] = [
  ...imagePages,
  ...chartPages,
  ...revealPages,
  ...latePages,
  ...layoutPages,
  ...animationPages,
  ...connectionPages,
  ...consolePages,
  ...themePages,
];
