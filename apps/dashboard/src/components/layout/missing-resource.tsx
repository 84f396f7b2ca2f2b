import type { ReactNode } from 'react';
import { texts } from '../../texts/texts.ts';
import { LinkButton } from '../controls/link-button.tsx';
import classes from './missing-resource.module.css';
import { useDocumentTitle } from './use-document-title.ts';

const { missing } = texts.problems;

type MissingResourceProps = {
  /** A sentence that says which resource does not exist. */
  title: string;
  hint: string;
  /** Links to other screens. */
  children: ReactNode;
};

/** Shown when a screen's resource does not exist or was deleted. */
export function MissingResource({ title, hint, children }: MissingResourceProps) {
  useDocumentTitle(title);
  return (
    <div className={classes.missing} role="alert">
      <h1>{title}</h1>
      <p>{hint}</p>
      <div className={classes.links}>{children}</div>
    </div>
  );
}

export const SchedulesLink = () => <LinkButton to="/schedules">{missing.toSchedules}</LinkButton>;

export const CapturesLink = ({ variant = 'default' }: { variant?: 'default' | 'filled' }) => (
  <LinkButton to="/activity" variant={variant}>
    {missing.toCaptures}
  </LinkButton>
);

export const MissingSchedule = () => (
  <MissingResource title={missing.schedule} hint={missing.scheduleHint}>
    <SchedulesLink />
    <CapturesLink />
  </MissingResource>
);
