import type { ReactNode } from 'react';
import rows from '../../components/layout/rows.module.css';
import { texts } from '../../texts/texts.ts';

type NotLoadedProps = {
  /** Whether the request has failed. A notice at the top of the screen says why. */
  isFailed: boolean;
  /** The placeholder while data loads. */
  children: ReactNode;
};

/** Shown while data loads or after the request has failed. */
export function NotLoaded({ isFailed, children }: NotLoadedProps) {
  return isFailed ? <p className={`${rows.row} ${rows.faint}`}>{texts.problems.notLoaded}</p> : children;
}
