import { useNetwork } from '@mantine/hooks';
import { texts } from '../texts/texts.ts';
import classes from './connection-banner.module.css';

/** Says that the browser is offline. */
export function ConnectionBanner() {
  const { online } = useNetwork();
  return (
    <div role="status" aria-live="polite">
      {!online && <p className={classes.banner}>{texts.live.offline}</p>}
    </div>
  );
}
