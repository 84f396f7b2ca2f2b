import { Button } from '@mantine/core';
import type { Screenshot } from '@shotclock/client';
import { Link } from '@tanstack/react-router';
import { captureState } from '../../components/captures/capture-state.ts';
import { Icon } from '../../components/controls/icon.tsx';
import { formatBytes, formatDuration, formatWithSeconds } from '../../components/text/format.ts';
import { Tag } from '../../components/text/status.tsx';
import { texts } from '../../texts/texts.ts';
import classes from './capture-details.module.css';
import { hasPicture, looksDifferent, timeOf } from './marks.ts';

type CaptureDetailsProps = {
  capture: Screenshot;
  /** The previous capture that has a picture. */
  before: Screenshot | null | undefined;
  /** Pins this capture for a comparison. */
  onPin: (id: number) => void;
};

/** The details and actions of the selected capture. */
export function CaptureDetails({ capture, before, onPin }: CaptureDetailsProps) {
  const { screenshot } = texts.captures;
  const { history } = texts;
  const { id, processingTimeMs, description } = capture;
  const state = captureState(capture);
  const image = capture.capture?.image;
  return (
    <section className={classes.details} aria-label={history.details}>
      <p className={classes.time}>{formatWithSeconds(timeOf(capture))}</p>
      <div className={classes.tags}>
        <Tag tone={state.tone}>{state.text}</Tag>
        {looksDifferent(before, capture) && <Tag tone="change">{history.changed}</Tag>}
      </div>
      <dl className={classes.facts}>
        {processingTimeMs !== null && (
          <div>
            <dt>{screenshot.took}</dt>
            <dd>{formatDuration(processingTimeMs)}</dd>
          </div>
        )}
        {image && (
          <div>
            <dt>{screenshot.bytes}</dt>
            <dd>{formatBytes(image.bytes)}</dd>
          </div>
        )}
      </dl>
      {description && <p className={classes.note}>{description}</p>}
      <div className={classes.actions}>
        <Button
          variant="default"
          size="compact-sm"
          renderRoot={(props) => (
            <Link {...props} to="/screenshots/$screenshotId" params={{ screenshotId: String(id) }} />
          )}
        >
          {history.open}
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          disabled={!hasPicture(capture)}
          leftSection={<Icon name="difference" size={14} />}
          onClick={() => onPin(id)}
        >
          {history.pin}
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          component="a"
          href={capture.url}
          target="_blank"
          rel="noreferrer noopener"
          rightSection={<Icon name="external" size={14} />}
        >
          {history.live}
        </Button>
      </div>
    </section>
  );
}
