import './trusted-types.ts';
import './mantine.css';
import './styles.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { nonce } from './nonce.ts';
import { createAppRouter } from './router.tsx';

/** Until its screen is loaded, the page shows what the build has rendered of it (prerender.tsx). */
async function start(): Promise<void> {
  const router = createAppRouter();
  await router.load();
  createRoot(document.getElementById('root')!).render(<App router={router} nonce={nonce} />);
}

void start();
