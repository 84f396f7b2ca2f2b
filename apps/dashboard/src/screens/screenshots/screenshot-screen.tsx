import { ActionIcon, Button, Menu, SegmentedControl, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { showNotification } from '@mantine/notifications';
import type { Screenshot } from '@shotclock/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate, useRouter } from '@tanstack/react-router';
import { useMay } from '../../api/access.ts';
import { client } from '../../api/client.ts';
import { useRefetchInterval } from '../../api/live-updates.ts';
import { artifactUrl } from '../../api/pictures.ts';
import { blockingError, isMissing } from '../../api/problem.ts';
import { read } from '../../api/read.ts';
import { refreshQueries } from '../../api/refresh-queries.ts';
import { showProblem } from '../../api/show-problem.ts';
import { Icon } from '../../components/controls/icon.tsx';
import { LinkButton } from '../../components/controls/link-button.tsx';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { CapturesLink, MissingResource } from '../../components/layout/missing-resource.tsx';
import { ProblemNotice } from '../../components/layout/problem-notice.tsx';
import { useDocumentTitle } from '../../components/layout/use-document-title.ts';
import { shortUrl } from '../../components/text/format.ts';
import { texts } from '../../texts/texts.ts';
import { ScreenshotFacts } from './screenshot-facts.tsx';
import classes from './screenshot-screen.module.css';
import { type ScreenshotMode, screenshotModes, screenshotViews } from './screenshot-search.ts';
import { ScreenshotStage } from './screenshot-stage.tsx';

const route = getRouteApi('/screenshots/$screenshotId');
const { captures, history, problems } = texts;

export function ScreenshotScreen() {
  const id = Number(route.useParams().screenshotId);
  const search = route.useSearch();
  const navigate = useNavigate();
  const router = useRouter();
  const queryClient = useQueryClient();
  const refetchInterval = useRefetchInterval();
  const [isDeleting, deletion] = useDisclosure();
  const mayWrite = useMay('write') !== false;
  const { data, error, refetch } = useQuery({
    ...read('screenshots.get', id, { expand: 'capture,page,verdict' }),
    placeholderData: undefined,
    refetchInterval: ({ state }) =>
      state.data?.status === 'PENDING' || state.data?.status === 'PROCESSING' ? refetchInterval : false,
  });
  const other = useQuery({
    ...read('screenshots.get', search.with ?? 0),
    enabled: search.with !== undefined,
    placeholderData: undefined,
  });
  useDocumentTitle(data && shortUrl(data.url), captures.screenshot.titleOf(id));
  const view = search.view ?? 'image';
  const mode = search.mode ?? 'slider';

  async function remove(): Promise<void> {
    try {
      await client.screenshots.delete(id);
    } catch (problem) {
      return showProblem(problem);
    }
    showNotification({ message: captures.screenshot.deleted });
    await refreshQueries(queryClient);
    router.history.back();
  }

  if (isMissing(error))
    return (
      <MissingResource title={problems.missing.capture} hint={problems.missing.captureHint}>
        <CapturesLink variant="filled" />
      </MissingResource>
    );
  if (blockingError({ data, error }))
    return (
      <div className={classes.problem}>
        <ProblemNotice error={error} onRetry={() => void refetch()} />
      </div>
    );
  const source = data?.capture;
  const isOtherMissing = isMissing(other.error);
  const isCompared = search.with !== undefined && !isOtherMissing && data?.status === 'SUCCESS';
  return (
    <div className={classes.screen}>
      <header className={classes.header}>
        <div className={classes.heading}>
          <p className={classes.crumbs}>
            <Link to="/activity" search={{}}>
              {texts.nav.activity}
            </Link>
          </p>
          <h1>{data ? shortUrl(data.url) : ' '}</h1>
        </div>
        <div className={classes.actions}>
          {isCompared ? (
            <>
              <SegmentedControl
                className={classes.modes!}
                aria-label={history.keys.modes}
                value={mode}
                onChange={(next) =>
                  void navigate({ to: '.', search: { ...search, mode: next }, replace: true })
                }
                data={screenshotModes
                  .filter((one) => one === mode || hasMode(data, one))
                  .map((one) => ({ value: one, label: history.modes[one] }))}
              />
              <ActionIcon
                variant="default"
                size={30}
                onClick={() => void navigate({ to: '.', search: {}, replace: true })}
                aria-label={history.stopComparing}
                title={history.stopComparing}
              >
                <Icon name="cross" />
              </ActionIcon>
            </>
          ) : (
            <SegmentedControl
              aria-label={captures.screenshot.details}
              value={view}
              onChange={(next) =>
                void navigate({ to: '.', search: { ...search, view: next }, replace: true })
              }
              data={screenshotViews.map((one) => ({ value: one, label: captures.screenshot[one] }))}
            />
          )}
          {data?.scheduleItemId && source?.scheduleId && (
            <LinkButton
              variant="default"
              to="/schedules/$scheduleId/items/$itemId"
              params={{ scheduleId: String(source.scheduleId), itemId: String(data.scheduleItemId) }}
              search={{ at: id, ...(search.with && { with: search.with, mode }) }}
            >
              {captures.screenshot.history}
            </LinkButton>
          )}
          <DownloadMenu id={id} isReady={data?.status === 'SUCCESS'} format={data?.format ?? 'png'} />
          <ActionIcon
            variant="default"
            size={30}
            disabled={!mayWrite}
            onClick={deletion.open}
            aria-label={captures.screenshot.delete}
            title={captures.screenshot.delete}
          >
            <Icon name="trash" />
          </ActionIcon>
        </div>
      </header>
      {isOtherMissing && (
        <p className={classes.missing} role="status">
          {history.missingOther.deleted}
        </p>
      )}
      <div className={classes.body}>
        <div className={classes.stage}>
          {data ? (
            <ScreenshotStage
              screenshot={data}
              otherId={isOtherMissing ? undefined : search.with}
              other={other.data}
              mode={mode}
              view={view}
            />
          ) : (
            <Skeleton height="100%" radius={0} />
          )}
        </div>
        <aside className={classes.side}>{data && <ScreenshotFacts screenshot={data} />}</aside>
      </div>
      <ConfirmDialog
        isOpen={isDeleting}
        title={captures.screenshot.deleteTitle}
        hint={captures.screenshot.deleteHint}
        action={texts.common.delete}
        onCancel={deletion.close}
        onConfirm={remove}
      />
    </div>
  );
}

/** Whether the capture has the artifact that this mode displays. */
function hasMode({ extractedTextUrl, extractedHtmlUrl }: Screenshot, mode: ScreenshotMode): boolean {
  if (mode === 'text') return extractedTextUrl !== null;
  return mode === 'html' ? extractedHtmlUrl !== null : true;
}

type DownloadMenuProps = { id: number; isReady: boolean; format: string };

function DownloadMenu({ id, isReady, format }: DownloadMenuProps) {
  const formats = ['png', 'jpeg', 'webp', 'avif'];
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" disabled={!isReady} leftSection={<Icon name="download" size={14} />}>
          {captures.screenshot.download}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={artifactUrl(id, 'image')} download={`capture-${id}.${format}`}>
          {captures.screenshot.original} ({format.toUpperCase()})
        </Menu.Item>
        {formats
          .filter((one) => one !== format)
          .map((one) => (
            <Menu.Item
              key={one}
              component="a"
              href={`${artifactUrl(id, 'image')}?format=${one}`}
              download={`capture-${id}.${one}`}
            >
              {one.toUpperCase()}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
