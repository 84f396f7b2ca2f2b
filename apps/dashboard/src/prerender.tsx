// Renders the loading state of each screen. Only the build uses this (build/prerender.ts).
import { createMemoryHistory } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { App } from './app.tsx';
import { createAppRouter } from './router.tsx';

/** The route patterns of the screens. `$name` stands for a path segment. */
export const patterns: readonly string[] = Object.keys(createAppRouter().routesByPath);

/** Renders the screen at `address` to HTML, in its state before the first request. */
export async function renderScreen(address: string, nonce: string): Promise<string> {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [address] }));
  await router.load();
  return renderToString(<App router={router} nonce={nonce} />);
}
