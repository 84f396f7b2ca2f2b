import { Notifications } from '@mantine/notifications';

export function NotificationList() {
  return <Notifications position="bottom-right" limit={3} />;
}
