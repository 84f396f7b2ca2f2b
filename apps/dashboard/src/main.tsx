import './trusted-types.ts';
import './mantine.css';
import './styles.css';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { nonce } from './nonce.ts';
import { createAppRouter } from './router.tsx';

/** Until its screen is loaded, the page shows what the build has rendered of it (prerender.tsx). */
async function start(): Promise<void> {
  const router = createAppRouter();
  await router.load();
  const root = createRoot(document.getElementById('root')!);
  // A transition is rendered in short tasks, between which the browser can draw and scroll.
  startTransition(() => root.render(<App router={router} nonce={nonce} />));
}

void start();
