import { useMay } from '../api/access.ts';
import { texts } from '../texts/texts.ts';
import classes from './access-note.module.css';

/** Explains why buttons are disabled if the session's key lacks the `write` scope. */
export function AccessNote() {
  return useMay('write') === false ? <p className={classes.note}>{texts.access.readOnly}</p> : null;
}
