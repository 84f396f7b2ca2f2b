import type { ReactNode } from 'react';
import classes from './page.module.css';
import { useDocumentTitle } from './use-document-title.ts';

type PageProps = {
  /** The parts of the document title; `title` by default. Undefined parts are omitted. */
  names?: readonly (string | undefined)[];
  title: ReactNode;
  subtitle?: ReactNode;
  /** The breadcrumb: links to the parent screens. */
  above?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

/** The layout of a screen: heading, actions and content. */
export function Page({ names, title, subtitle, above, actions, children }: PageProps) {
  useDocumentTitle(...(names ?? [typeof title === 'string' ? title : undefined]));
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <div className={classes.heading}>
          {above && <div className={classes.above}>{above}</div>}
          <h1>{title}</h1>
          {subtitle && <div className={classes.subtitle}>{subtitle}</div>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

type PanelProps = { title: ReactNode; aside?: ReactNode; flush?: boolean; children: ReactNode };

/** A section of a screen with a heading. With `flush`, its rows extend to the border. */
export function Panel({ title, aside, flush = false, children }: PanelProps) {
  return (
    <section className={classes.panel}>
      <header className={classes.panelHeader}>
        <h2>{title}</h2>
        {aside && <div className={classes.aside}>{aside}</div>}
      </header>
      <div className={flush ? undefined : classes.panelBody}>{children}</div>
    </section>
  );
}
