import { texts } from '../texts/texts.ts';
import classes from './shell.module.css';

/** In place of a screen that threw an error. */
export function ScreenFault({ error }: { error: unknown }) {
  return (
    <div className={classes.notFound} role="alert">
      <h1>{texts.problems.broken}</h1>
      <p>{texts.problems.brokenHint}</p>
      <pre>{error instanceof Error ? `${error.name}: ${error.message}` : String(error)}</pre>
    </div>
  );
}
