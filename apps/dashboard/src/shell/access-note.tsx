import { useMay } from '../api/access.ts';
import { texts } from '../texts/texts.ts';
import classes from './access-note.module.css';

/** Says why buttons are disabled for a key that may only read. */
export function AccessNote() {
  return useMay('write') === false ? <p className={classes.note}>{texts.access.readOnly}</p> : null;
}
