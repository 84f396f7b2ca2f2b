import type { Screenshot } from '@shotclock/client';
import { Icon } from '../controls/icon.tsx';
import { EmptyState } from '../layout/empty-state.tsx';
import classes from './failed-capture.module.css';
import { FailureImage } from './failure-image.tsx';

type FailedCaptureProps = { title: string; screenshot: Screenshot };

/** Shows the reason for a failure and the failure image, if there is one, in place of the image. `screenshot` must include the expanded `capture`. */
export function FailedCapture({ title, screenshot }: FailedCaptureProps) {
  const { id, url, description, capture } = screenshot;
  if (!capture?.failureImage)
    return <EmptyState icon="warning" title={title} {...(description !== null && { hint: description })} />;
  return (
    <div className={classes.stage}>
      <div className={classes.reason}>
        <p>
          <Icon name="warning" size={16} />
          {title}
        </p>
        {description !== null && <p className={classes.description}>{description}</p>}
      </div>
      <FailureImage screenshotId={id} url={url} />
    </div>
  );
}
