import type { ReactNode } from 'react';
import classes from './alert-form.module.css';

/** A group of fields in a form. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={classes.section}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}
