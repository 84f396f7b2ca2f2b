import { ActionIcon } from '@mantine/core';
import { useIsFetching, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { read } from '../api/read.ts';
import { isFailing } from '../components/alerts/is-failing.ts';
import { Icon } from '../components/controls/icon.tsx';
import { texts } from '../texts/texts.ts';
import classes from './bell.module.css';

const BellDialog = lazy(async () => ({ default: (await import('./bell-dialog.tsx')).BellDialog }));

const shownMessages = 20;
/** No event reports deliveries (ADR 50). */
const refetchInterval = 30_000;
const seenKey = 'shotclock-seen-message';
/** The first screen loads before the bell. */
const idleMs = 200;

/** The newest messages, with the number of those that could not be delivered and that the user has not seen. */
export function Bell() {
  const [isOpen, setOpen] = useState<boolean>();
  const [seen, setSeen] = useState(() => Number(globalThis.localStorage?.getItem(seenKey) ?? 0));
  const { data } = useQuery({
    ...read('deliveries.list', { size: shownMessages }),
    enabled: useWasIdle(),
    refetchInterval,
  });
  const messages = data?.content;
  const failures = messages?.filter((one) => isFailing(one) && one.id > seen).length ?? 0;

  function open(): void {
    setOpen(true);
    const newest = Math.max(seen, ...(messages ?? []).map(({ id }) => id));
    localStorage.setItem(seenKey, String(newest));
    setSeen(newest);
  }
  const label = failures > 0 ? `${texts.nav.bell}: ${texts.nav.failures(failures)}` : texts.nav.bell;
  return (
    <>
      <ActionIcon
        className={classes.bell!}
        title={label}
        aria-label={label}
        variant="subtle"
        color="gray"
        onClick={open}
      >
        <Icon name="bell" />
        {failures > 0 && <span className={classes.count}>{failures}</span>}
      </ActionIcon>
      {isOpen !== undefined && (
        <Suspense>
          <BellDialog isOpen={isOpen} messages={messages} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Whether no query has been loading for a moment since the dashboard was opened. */
function useWasIdle(): boolean {
  const isBusy = useIsFetching() > 0;
  const [wasIdle, setWasIdle] = useState(false);
  useEffect(() => {
    if (isBusy || wasIdle) return;
    const timer = setTimeout(() => setWasIdle(true), idleMs);
    return () => clearTimeout(timer);
  }, [isBusy, wasIdle]);
  return wasIdle;
}
