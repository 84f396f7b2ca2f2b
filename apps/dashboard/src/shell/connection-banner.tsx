import { useDocumentVisibility, useNetwork } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useLiveState } from '../api/live-updates.ts';
import { texts } from '../texts/texts.ts';
import classes from './connection-banner.module.css';

/** A server restart takes less than this. */
const lostAfterMs = 2_000;

/** Shows that the browser is offline or that the server is not responding. */
export function ConnectionBanner() {
  const { online } = useNetwork();
  const isLost = useIsLost();
  const text = online ? isLost && texts.live.lost : texts.live.offline;
  return (
    <div role="status" aria-live="polite">
      {text && <p className={classes.banner}>{text}</p>}
    </div>
  );
}

/** Whether the event stream has been interrupted for longer than `lostAfterMs`. A hidden page does not read the stream. */
function useIsLost(): boolean {
  const state = useLiveState();
  const isVisible = useDocumentVisibility() === 'visible';
  const [wasLive, setWasLive] = useState(false);
  const [isLost, setIsLost] = useState(false);
  if (state === 'live' && !wasLive) setWasLive(true);
  const isInterrupted = wasLive && isVisible && state === 'connecting';
  useEffect(() => {
    if (!isInterrupted) return setIsLost(false);
    const timer = setTimeout(() => setIsLost(true), lostAfterMs);
    return () => clearTimeout(timer);
  }, [isInterrupted]);
  return isInterrupted && isLost;
}
