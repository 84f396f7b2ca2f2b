import './trusted-types.ts';
import './mantine.css';
import './colors.css';
import './styles.css';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { nonce } from './nonce.ts';
import { createAppRouter } from './router.tsx';

/** The page shows the prerendered screen (prerender.tsx) until its code is loaded. */
async function start(): Promise<void> {
  const router = createAppRouter();
  await router.load();
  const root = createRoot(document.getElementById('root')!);
  // A transition renders in short tasks, so that the browser can paint and scroll between them.
  startTransition(() => root.render(<App router={router} nonce={nonce} />));
}

void start();
