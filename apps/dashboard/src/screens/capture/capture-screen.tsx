import { Select, Switch, TextInput } from '@mantine/core';
import type { CaptureRequest, Screenshot } from '@shotclock/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { client } from '../../api/client.ts';
import { artifactUrl } from '../../api/pictures.ts';
import { fieldMessages } from '../../api/problem.ts';
import { read } from '../../api/read.ts';
import { refreshQueries } from '../../api/refresh-queries.ts';
import { CaptureGrid, SkeletonGrid } from '../../components/captures/capture-grid.tsx';
import { NewFailureImage } from '../../components/captures/failure-image.tsx';
import { NewVerdict } from '../../components/captures/new-verdict.tsx';
import { Icon } from '../../components/controls/icon.tsx';
import { LinkButton } from '../../components/controls/link-button.tsx';
import { optionsOf } from '../../components/controls/options-of.ts';
import { WriteButton } from '../../components/controls/write-button.tsx';
import { Page, Panel } from '../../components/layout/page.tsx';
import { ProblemNotice } from '../../components/layout/problem-notice.tsx';
import { formatDuration, shortUrl } from '../../components/text/format.ts';
import { texts } from '../../texts/texts.ts';
import classes from './capture-screen.module.css';

const { now, imageOf } = texts.captures;

const windows = {
  '1920x1080': now.desktop,
  '1280x800': now.laptop,
  '820x1180': now.tablet,
  '390x844': now.phone,
};
type WindowSize = keyof typeof windows;

/** Captures one page immediately. */
export function CaptureScreen() {
  const queryClient = useQueryClient();
  const [url, setUrl] = useState('');
  const [size, setSize] = useState<WindowSize>('1280x800');
  const [fullPage, setFullPage] = useState(true);
  const [shot, setShot] = useState<Screenshot | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const recent = useQuery(
    read('screenshots.list', { source: 'MANUAL_SCREENSHOT', size: 12, expand: 'failureImage,verdict' }),
  );
  const messages = fieldMessages(problem);

  async function capture(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    setShot(null);
    const [width, height] = size.split('x').map(Number);
    const address = /^[a-z]+:\/\//i.test(url.trim()) ? url.trim() : `https://${url.trim()}`;
    const body: CaptureRequest = {
      url: address,
      width: width!,
      height: height!,
      fullPage,
      extractText: true,
    };
    try {
      setShot(await client.captures.create(body).wait());
      await refreshQueries(queryClient, { queryKey: ['screenshots.list'] });
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Page title={now.title} subtitle={now.hint}>
      <form className={classes.form} onSubmit={(event) => void capture(event)}>
        <div className={classes.line}>
          <TextInput
            className={classes.url!}
            size="md"
            type="text"
            inputMode="url"
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
            aria-label={now.url}
            placeholder="https://example.com/"
            error={messages.get('/url')}
            autoComplete="url"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
          <WriteButton type="submit" size="md" loading={isBusy} disabled={url.trim() === ''}>
            {now.submit}
          </WriteButton>
        </div>
        <div className={classes.options}>
          <Select
            size="xs"
            aria-label={texts.captures.screenshot.size}
            value={size}
            onChange={(value) => value && setSize(value)}
            data={optionsOf(windows).map(({ value, label }) => ({
              value,
              label: `${label}, ${value.replace('x', ' × ')}`,
            }))}
          />
          <Switch
            size="xs"
            label={now.fullPage}
            checked={fullPage}
            onChange={(event) => setFullPage(event.currentTarget.checked)}
          />
        </div>
      </form>
      <div role="status">{isBusy && <Progress />}</div>
      {problem !== null && messages.size === 0 && <ProblemNotice error={problem} />}
      {shot && <Result shot={shot} />}
      <Panel title={now.recent}>
        {recent.isPending ? (
          <SkeletonGrid count={6} />
        ) : recent.data && recent.data.content.length > 0 ? (
          <CaptureGrid captures={recent.data.content} />
        ) : (
          <p className={classes.none}>{texts.activity.noneYet}</p>
        )}
      </Panel>
    </Page>
  );
}

function Progress() {
  return (
    <div className={classes.progress}>
      <span className={classes.spinner} aria-hidden="true" />
      {now.capturing}
    </div>
  );
}

function Result({ shot }: { shot: Screenshot }) {
  if (shot.status !== 'SUCCESS')
    return (
      <>
        <div className={classes.failed} role="alert">
          <Icon name="warning" size={18} />
          <p>{shot.description ?? texts.captures.statuses.FAILED}</p>
        </div>
        <NewFailureImage screenshotId={shot.id} url={shot.url} />
      </>
    );
  return (
    <section className={classes.result}>
      <header className={classes.head}>
        <p>{shot.processingTimeMs !== null && now.done(formatDuration(shot.processingTimeMs))}</p>
        <NewVerdict screenshotId={shot.id} />
        <LinkButton
          variant="default"
          to="/screenshots/$screenshotId"
          params={{ screenshotId: String(shot.id) }}
        >
          {texts.history.open}
        </LinkButton>
        <LinkButton to="/schedules/new" search={{ url: shot.url }}>
          {now.schedule}
        </LinkButton>
      </header>
      <Link
        to="/screenshots/$screenshotId"
        params={{ screenshotId: String(shot.id) }}
        className={classes.picture}
      >
        <img src={artifactUrl(shot.id, 'image')} alt={imageOf(shortUrl(shot.url))} />
      </Link>
    </section>
  );
}
