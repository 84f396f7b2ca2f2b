import type { ReactNode } from 'react';
import rows from './rows.module.css';

type WideTableProps = {
  label: string;
  /** On a phone, each row becomes a card whose cells show their column name (`data-label`). */
  stacks?: boolean;
  children: ReactNode;
};

/** A table that scrolls horizontally if it is wider than the screen. */
export function WideTable({ label, stacks = false, children }: WideTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region needs the focus for the arrow keys
    <section className={rows.wrap} tabIndex={0} aria-label={label}>
      <table className={`${rows.table} ${stacks ? rows.stacks : ''}`}>{children}</table>
    </section>
  );
}
