import type { ReactNode } from 'react';
import { Icon } from '../controls/icon.tsx';
import classes from './notice.module.css';

type NoticeProps = { title: string; children: ReactNode; action?: ReactNode };

/** An alert about a failure. Focusable, so that a form can move the focus to it. */
export function Notice({ title, children, action }: NoticeProps) {
  return (
    <div className={classes.notice} role="alert" tabIndex={-1}>
      <span className={classes.icon}>
        <Icon name="warning" size={18} />
      </span>
      <div className={classes.text}>
        <p className={classes.title}>{title}</p>
        {children}
      </div>
      {action}
    </div>
  );
}
