import type { ReactNode } from 'react';
import rows from './rows.module.css';

/** A table that scrolls sideways where it is wider than the screen. */
export function WideTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region needs the focus for the arrow keys
    <section className={rows.wrap} tabIndex={0} aria-label={label}>
      <table className={rows.table}>{children}</table>
    </section>
  );
}
