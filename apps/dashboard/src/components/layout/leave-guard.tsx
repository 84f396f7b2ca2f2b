import { useBlocker } from '@tanstack/react-router';
import { texts } from '../../texts/texts.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

const { form } = texts.schedules;

/** Asks for confirmation before changes are lost: in a dialog for navigation within the dashboard, or with the browser's prompt when the page is closed. */
export function LeaveGuard({ hasChanges }: { hasChanges: () => boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => hasChanges() && current.pathname !== next.pathname,
    enableBeforeUnload: hasChanges,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      isOpen={status === 'blocked'}
      title={form.leaveTitle}
      hint={form.leaveHint}
      action={form.leave}
      onCancel={() => reset?.()}
      onConfirm={async () => proceed?.()}
    />
  );
}
