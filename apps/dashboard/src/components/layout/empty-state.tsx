import type { ReactNode } from 'react';
import { Icon, type IconName } from '../controls/icon.tsx';
import classes from './empty-state.module.css';

type EmptyStateProps = { icon: IconName; title: string; hint?: string; children?: ReactNode };

/** Shown for an empty list, with the next step for the user. */
export function EmptyState({ icon, title, hint, children }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      <div className={classes.icon}>
        <Icon name={icon} size={22} />
      </div>
      <p className={classes.title}>{title}</p>
      {hint && <p className={classes.hint}>{hint}</p>}
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  );
}
