import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../api/read.ts';
import { detailedState } from '../components/captures/capture-state.ts';
import { formatDuration, shortUrl } from '../components/text/format.ts';
import { Status } from '../components/text/status.tsx';
import { texts } from '../texts/texts.ts';
import { DeepZoom } from './deep-zoom.tsx';
import classes from './full-size.module.css';

const { captures } = texts;

type FullSizeProps = { screenshotId: number; url: string; onClose: () => void };

/** A dialog that fills the window with a successful capture, its state and its note. */
export function FullSize({ screenshotId, url, onClose }: FullSizeProps) {
  const { data } = useQuery(read('screenshots.get', screenshotId, { expand: 'verdict' }));
  const shown = data?.id === screenshotId ? data : undefined;
  const state = shown && detailedState(shown);
  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen
      title={shortUrl(url)}
      closeButtonProps={{ 'aria-label': texts.common.close }}
      classNames={{ content: classes.content!, body: classes.body! }}
    >
      <div className={classes.facts}>
        {state && <Status tone={state.tone}>{state.text}</Status>}
        {shown && shown.processingTimeMs !== null && (
          <span>{captures.now.done(formatDuration(shown.processingTimeMs))}</span>
        )}
        {shown?.description && <p>{shown.description}</p>}
      </div>
      <div className={classes.stage}>
        <DeepZoom screenshotId={screenshotId} alt={captures.imageOf(shortUrl(url))} />
      </div>
    </Modal>
  );
}
