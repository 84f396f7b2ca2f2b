// Renders each screen as it is while it loads. Only the build uses this (build/prerender.ts).
import { createMemoryHistory } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { App } from './app.tsx';
import { createAppRouter } from './router.tsx';

/** The addresses of the screens, in which `$name` stands for a value. */
export const patterns: readonly string[] = Object.keys(createAppRouter().routesByPath);

/** The HTML of the screen at an address, before anything was requested. */
export async function renderScreen(address: string, nonce: string): Promise<string> {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [address] }));
  await router.load();
  return renderToString(<App router={router} nonce={nonce} />);
}
