import { useNotifications } from '@mantine/notifications';
import { lazy, Suspense, useEffect, useState } from 'react';

const load = () => import('./notification-list.tsx');
const NotificationList = lazy(async () => ({ default: (await load()).NotificationList }));

/** A notification can say that the connection is lost, and nothing can be loaded then. */
const loadAfterMs = 5_000;

/** What actions report in a corner of the screen. Its components are loaded after the first screen, or with the first notification. */
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
