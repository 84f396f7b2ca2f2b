import { useNotifications } from '@mantine/notifications';
import { lazy, Suspense, useEffect, useState } from 'react';

const load = () => import('./notification-list.tsx');
const NotificationList = lazy(async () => ({ default: (await load()).NotificationList }));

/** Delay before the components are preloaded. After a connection loss, they could not be loaded. */
const loadAfterMs = 5_000;

/** The results of actions, in a corner of the screen. The components are loaded shortly after the first screen, or with the first notification. */
export function Notifications() {
  const { notifications } = useNotifications();
  const [isUsed, setUsed] = useState(false);
  if (!isUsed && notifications.length > 0) setUsed(true);
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), loadAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return isUsed ? (
    <Suspense>
      <NotificationList />
    </Suspense>
  ) : null;
}
