import { type HotkeyItem, useHotkeys } from '@mantine/hooks';
import { Outlet, useNavigate } from '@tanstack/react-router';
import { Activity, lazy, Suspense, useState } from 'react';
import { isSignedOut } from '../api/access.ts';
import { useLiveUpdates } from '../api/live-updates.ts';
import { useSharedSession } from '../api/session.ts';
import { useSignal } from '../api/signal.ts';
import { LinkButton } from '../components/controls/link-button.tsx';
import { MissingResource } from '../components/layout/missing-resource.tsx';
import { screenShortcuts } from '../screens.ts';
import { texts } from '../texts/texts.ts';
import { AccessNote } from './access-note.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { Finder, openFinder } from './finder.tsx';
import { Navigation } from './navigation.tsx';
import classes from './shell.module.css';
import { useFocusOfScreen } from './use-focus-of-screen.ts';

const SignIn = lazy(async () => ({ default: (await import('../screens/sign-in/sign-in.tsx')).SignIn }));
const ShortcutsHelp = lazy(async () => ({ default: (await import('./shortcuts-help.tsx')).ShortcutsHelp }));

/** The frame around every screen. */
export function Shell() {
  const signedOut = useSignal(isSignedOut);
  const [isHelpOpen, setHelpOpen] = useState<boolean>();
  const navigate = useNavigate();
  useSharedSession();
  useLiveUpdates(!signedOut);
  useFocusOfScreen();
  useHotkeys([
    ['/', openFinder],
    ['mod+K', openFinder],
    ['shift+?', () => setHelpOpen(true)],
    ...screenShortcuts.map(({ key, to }): HotkeyItem => [key, () => void navigate({ to })]),
  ]);
  return (
    <>
      {signedOut && (
        <Suspense>
          <SignIn />
        </Suspense>
      )}
      {/* A session can end while the user fills in a form, so the screen keeps its state. */}
      <Activity mode={signedOut ? 'hidden' : 'visible'}>
        <div className={classes.shell}>
          <a className={classes.skip} href="#content">
            {texts.nav.skip}
          </a>
          <Navigation onHelp={() => setHelpOpen(true)} />
          <main id="content" className={classes.main} tabIndex={-1}>
            <ConnectionBanner />
            <AccessNote />
            <Outlet />
          </main>
          <Finder />
          {isHelpOpen !== undefined && (
            <Suspense>
              <ShortcutsHelp isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
            </Suspense>
          )}
        </div>
      </Activity>
    </>
  );
}

/** The screen for unknown URLs. */
export function NotFound() {
  return (
    <MissingResource title={texts.problems.notFound} hint={texts.problems.notFoundHint}>
      <LinkButton to="/">{texts.problems.home}</LinkButton>
    </MissingResource>
  );
}
