import { Button, Modal } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatDuration, formatNumber } from '../../components/text/format.ts';
import { useNow } from '../../components/text/now.ts';
import { texts } from '../../texts/texts.ts';
import classes from './bulk-dialog.module.css';
import type { BulkAction, BulkVerb } from './use-bulk.ts';

const { bulk } = texts.schedules;

const verbTexts: Record<BulkVerb, string> = {
  run: texts.schedules.run,
  pause: texts.schedules.pause,
  resume: texts.schedules.resume,
};

type BulkDialogProps = {
  action: BulkAction;
  onConfirm: () => void;
  onRetry: () => void;
  onCancel: () => void;
  onClose: () => void;
};

/** Asks for confirmation of a bulk action, then shows its progress and its failures. */
export function BulkDialog({ action, onConfirm, onRetry, onCancel, onClose }: BulkDialogProps) {
  const { verb, targets, state, progress } = action;
  const total = targets.length;
  const handled = progress.done + progress.failures.length;
  const failed = progress.failures.length;
  return (
    <Modal
      opened
      onClose={state === 'running' ? onCancel : onClose}
      title={`${verbTexts[verb]}: ${bulk.schedules(total, formatNumber(total))}`}
      closeButtonProps={{ 'aria-label': texts.common.close }}
      closeOnClickOutside={state !== 'running'}
    >
      <div className={classes.content}>
        {state === 'confirming' ? (
          <p>{bulk.question(formatNumber(total))}</p>
        ) : (
          <>
            <progress className={classes.bar} max={total} value={handled} aria-label={bulk.progressLabel} />
            <p role="status">
              {bulk.progress(formatNumber(handled), formatNumber(total))}
              {state === 'finished' &&
                handled < total &&
                ` · ${bulk.cancelled(formatNumber(total - handled))}`}
              {state === 'finished' && handled === total && failed === 0 && ` · ${bulk.finished}`}
            </p>
            {state === 'running' && progress.pausedUntil !== null && <Pause until={progress.pausedUntil} />}
            {failed > 0 && (
              <>
                <p className={classes.failed}>{bulk.failed(failed, formatNumber(failed))}</p>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region needs the focus for the arrow keys. */}
                <ul className={classes.failures} tabIndex={0} aria-label={bulk.failures}>
                  {progress.failures.map(({ id, name, reason }) => (
                    <li key={id}>
                      <Link to="/schedules/$scheduleId" params={{ scheduleId: String(id) }}>
                        {name}
                      </Link>
                      <span>{reason}</span>
                    </li>
                  ))}
                </ul>
              </>
            )}
          </>
        )}
        <div className={classes.actions}>
          {state === 'confirming' && (
            <>
              <Button variant="default" onClick={onClose}>
                {texts.common.cancel}
              </Button>
              <Button onClick={onConfirm} data-autofocus>
                {verbTexts[verb]}
              </Button>
            </>
          )}
          {state === 'running' && (
            <Button variant="default" onClick={onCancel} data-autofocus>
              {texts.common.cancel}
            </Button>
          )}
          {state === 'finished' && (
            <>
              {failed > 0 && (
                <Button variant="default" onClick={onRetry}>
                  {bulk.retry}
                </Button>
              )}
              <Button onClick={onClose}>{texts.common.close}</Button>
            </>
          )}
        </div>
      </div>
    </Modal>
  );
}

/** Shows the rest of the pause that the API requested. */
function Pause({ until }: { until: number }) {
  const left = Math.max(0, until - useNow());
  return <p className={classes.pause}>{bulk.paused(formatDuration(Math.ceil(left / 1_000) * 1_000))}</p>;
}
