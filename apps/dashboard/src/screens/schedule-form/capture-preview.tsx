import type { CaptureRequest } from '@shotclock/client';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { shortUrl } from '../../components/format.ts';
import { Picture } from '../../components/picture.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { WriteButton } from '../../components/write-button.tsx';
import { texts } from '../../texts/texts.ts';
import classes from './schedule-form.module.css';

const { form } = texts.schedules;

/** Captures the first page with the settings of the form, before the schedule is saved. */
export function CapturePreview({ request }: { request: CaptureRequest | null }) {
  const preview = useMutation({
    mutationFn: (body: CaptureRequest) => client.captures.create(body).wait(),
  });
  return (
    <section>
      {preview.data?.status === 'SUCCESS' && (
        <div className={classes.preview}>
          <Picture
            key={preview.data.id}
            screenshotId={preview.data.id}
            alt={texts.captures.imageOf(shortUrl(preview.data.url))}
            box={{ width: 380, height: 240 }}
            eager
          />
        </div>
      )}
      {preview.data?.status === 'FAILED' && (
        <p className={classes.previewFailed} role="alert">
          {preview.data.description ?? texts.captures.noImage}
        </p>
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
