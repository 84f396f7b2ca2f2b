import { useLiveState } from '../api/live-updates.ts';
import { Status } from '../components/text/status.tsx';
import { texts } from '../texts/texts.ts';
import classes from './live-dot.module.css';

/** Shows whether screens are updated by events or by polling. */
export function LiveDot() {
  const state = useLiveState();
  return (
    <div className={classes.dot} title={texts.live[state]}>
      <Status tone={state === 'live' ? 'good' : 'quiet'}>
        <span className={classes.label}>{texts.live[state]}</span>
      </Status>
    </div>
  );
}
