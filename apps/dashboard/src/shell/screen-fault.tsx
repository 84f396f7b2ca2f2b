import { Button } from '@mantine/core';
import { useDocumentTitle } from '../components/layout/use-document-title.ts';
import { texts } from '../texts/texts.ts';
import classes from './shell.module.css';

const { problems } = texts;

// Errors from screens whose files could not be loaded, because of an outage or because a newer version of the dashboard
// has replaced the files.
const loadFaults = new WeakSet<Error>();
globalThis.addEventListener?.('vite:preloadError', ({ payload }) => loadFaults.add(payload));

/** Shown in place of a screen that threw an error. */
export function ScreenFault({ error }: { error: unknown }) {
  const isNotLoaded = error instanceof Error && loadFaults.has(error);
  useDocumentTitle(isNotLoaded ? problems.screenNotLoaded : problems.broken);
  return (
    <div className={classes.notFound} role="alert">
      <h1>{isNotLoaded ? problems.screenNotLoaded : problems.broken}</h1>
      <p>{isNotLoaded ? problems.unknown : problems.brokenHint}</p>
      {!isNotLoaded && (
        <pre>{error instanceof Error ? `${error.name}: ${error.message}` : String(error)}</pre>
      )}
      <Button mt="xs" size="sm" onClick={() => globalThis.location.reload()}>
        {problems.reload}
      </Button>
    </div>
  );
}
