import type { CaptureRequest } from '@shotclock/client';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { pictureUrl } from '../../api/pictures.ts';
import { NewFailureImage } from '../../components/captures/failure-image.tsx';
import { WriteButton } from '../../components/controls/write-button.tsx';
import { ProblemNotice } from '../../components/layout/problem-notice.tsx';
import { shortUrl } from '../../components/text/format.ts';
import { texts } from '../../texts/texts.ts';
import classes from './schedule-form.module.css';

const { form } = texts.schedules;
const previewWidth = 380;

/** Captures the first page with the settings in the form, before the schedule is saved. */
export function CapturePreview({ request }: { request: CaptureRequest | null }) {
  const preview = useMutation({
    mutationFn: (body: CaptureRequest) => client.captures.create(body).wait(),
  });
  return (
    <section>
      {preview.data?.status === 'SUCCESS' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region needs the focus for the arrow keys
        <section className={classes.preview} tabIndex={0} aria-label={form.previewResult}>
          <img
            key={preview.data.id}
            src={pictureUrl(preview.data.id, { width: previewWidth })}
            alt={texts.captures.imageOf(shortUrl(preview.data.url))}
          />
        </section>
      )}
      {preview.data?.status === 'FAILED' && (
        <div className={classes.previewFailed}>
          <p role="alert">{preview.data.description ?? texts.captures.noImage}</p>
          <NewFailureImage screenshotId={preview.data.id} url={preview.data.url} />
        </div>
      )}
      {preview.error && <ProblemNotice error={preview.error} />}
      <WriteButton
        variant="default"
        fullWidth
        disabled={request === null}
        loading={preview.isPending}
        onClick={() => request && preview.mutate(request)}
      >
        {form.preview}
      </WriteButton>
    </section>
  );
}
