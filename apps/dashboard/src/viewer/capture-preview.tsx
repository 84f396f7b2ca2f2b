import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { CaptureRequest } from '@shotclock/client';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { client } from '../api/client.ts';
import { pictureUrl } from '../api/pictures.ts';
import { problemOf } from '../api/problem.ts';
import { NewFailureImage } from '../components/captures/failure-image.tsx';
import { NewVerdict } from '../components/captures/new-verdict.tsx';
import { WriteButton } from '../components/controls/write-button.tsx';
import { ProblemNotice } from '../components/layout/problem-notice.tsx';
import { shortUrl } from '../components/text/format.ts';
import { texts } from '../texts/texts.ts';
import classes from './capture-preview.module.css';

const FullSize = lazy(async () => ({ default: (await import('./full-size.tsx')).FullSize }));

const { preview: words } = texts.captures;
const previewWidth = 380;

type CapturePreviewProps = {
  /** The text of the button. */
  label: string;
  request: CaptureRequest | null;
  /** Whether the capture is shown at full size at once. */
  opensFullSize?: boolean;
  /** Receives a problem with errors in fields of the request. The preview shows other problems, or all of them without this function. */
  onRefused?: (error: unknown) => void;
};

/** Captures a page with the settings in a form before they are saved. */
export function CapturePreview({ label, request, opensFullSize = false, onRefused }: CapturePreviewProps) {
  const [isFull, fullSize] = useDisclosure();
  const preview = useMutation({
    mutationFn: (body: CaptureRequest) => client.captures.create(body).wait(),
    onSuccess: ({ status }) => opensFullSize && status === 'SUCCESS' && fullSize.open(),
    onError: (error) => isRefusal(error) && onRefused?.(error),
  });
  const { data, error } = preview;
  return (
    <section className={classes.side}>
      {data?.status === 'SUCCESS' && (
        <>
          {/** biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region needs the focus for the arrow keys */}
          <section className={classes.preview} tabIndex={0} aria-label={words.result}>
            <img
              key={data.id}
              src={pictureUrl(data.id, { width: previewWidth })}
              alt={texts.captures.imageOf(shortUrl(data.url))}
            />
          </section>
          <NewVerdict screenshotId={data.id} />
          {data.description && <p className={classes.note}>{data.description}</p>}
          <Button variant="default" fullWidth onClick={fullSize.open}>
            {words.fullSize}
          </Button>
          <Suspense>
            {isFull && <FullSize screenshotId={data.id} url={data.url} onClose={fullSize.close} />}
          </Suspense>
        </>
      )}
      {data?.status === 'FAILED' && (
        <div className={classes.failed}>
          <p role="alert">{data.description ?? texts.captures.noImage}</p>
          <NewFailureImage screenshotId={data.id} url={data.url} />
        </div>
      )}
      {error && !(onRefused && isRefusal(error)) && <ProblemNotice error={error} />}
      <WriteButton
        variant="default"
        fullWidth
        disabled={request === null}
        loading={preview.isPending}
        onClick={() => request && preview.mutate(request)}
      >
        {label}
      </WriteButton>
    </section>
  );
}

const isRefusal = (error: unknown): boolean => (problemOf(error)?.errors?.length ?? 0) > 0;
