import { ActionIcon, Button, Menu, SegmentedControl, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { showNotification } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate, useRouter } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useMay } from '../../api/access.ts';
import { api, client } from '../../api/client.ts';
import { useRefetchInterval } from '../../api/live-updates.ts';
import { artifactUrl, pictureUrl } from '../../api/pictures.ts';
import { showProblem } from '../../api/show-problem.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { formatDayAndTime, shortUrl } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { texts } from '../../texts/texts.ts';
import { ScreenshotFacts } from './screenshot-facts.tsx';
import classes from './screenshot-screen.module.css';
import { screenshotModes, screenshotViews } from './screenshot-search.ts';
import { StoredText } from './stored-text.tsx';

const DeepZoom = lazy(async () => ({ default: (await import('../../viewer/deep-zoom.tsx')).DeepZoom }));
const CompareView = lazy(async () => ({
  default: (await import('../../viewer/compare-view.tsx')).CompareView,
}));

const route = getRouteApi('/screenshots/$screenshotId');
const { captures, history } = texts;
const comparedWidth = 1_920;

export function ScreenshotScreen() {
  const id = Number(route.useParams().screenshotId);
  const search = route.useSearch();
  const navigate = useNavigate();
  const router = useRouter();
  const queryClient = useQueryClient();
  const refetchInterval = useRefetchInterval();
  const [isDeleting, deletion] = useDisclosure();
  const mayWrite = useMay('write') !== false;
  const { data, error, refetch } = api.useQuery(
    'get',
    '/api/v1/screenshots/{screenshotId}',
    { params: { path: { screenshotId: id }, query: { expand: 'capture' } } },
    {
      placeholderData: undefined,
      refetchInterval: ({ state }) =>
        state.data?.status === 'PENDING' || state.data?.status === 'PROCESSING' ? refetchInterval : false,
    },
  );
  const other = api.useQuery(
    'get',
    '/api/v1/screenshots/{screenshotId}',
    { params: { path: { screenshotId: search.with ?? 0 } } },
    { enabled: search.with !== undefined, placeholderData: undefined },
  );
  useDocumentTitle(data ? shortUrl(data.url) : captures.screenshot.title);
  const view = search.view ?? 'image';

  async function remove(): Promise<void> {
    const { error: problem } = await client.DELETE('/api/v1/screenshots/{screenshotId}', {
      params: { path: { screenshotId: id } },
    });
    if (problem) return showProblem(problem);
    showNotification({ message: captures.screenshot.deleted });
    await queryClient.invalidateQueries();
    router.history.back();
  }

  if (error)
    return (
      <div className={classes.problem}>
        <ProblemNotice error={error} onRetry={() => void refetch()} />
      </div>
    );
  const source = data?.capture;
  const isCompared = search.with !== undefined && data?.status === 'SUCCESS';
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
            <SegmentedControl
              aria-label={history.keys.modes}
              value={search.mode ?? 'slider'}
              onChange={(mode) => void navigate({ to: '.', search: { ...search, mode }, replace: true })}
              data={screenshotModes.map((mode) => ({ value: mode, label: history.modes[mode] }))}
            />
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
              search={{ at: id }}
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
      <div className={classes.body}>
        <div className={classes.stage}>
          <Suspense fallback={<Skeleton height="100%" radius={0} />}>
            {!data ? (
              <Skeleton height="100%" radius={0} />
            ) : data.status !== 'SUCCESS' ? (
              <EmptyState
                icon={data.status === 'FAILED' ? 'warning' : 'clock'}
                title={captures.statuses[data.status]}
                {...(data.description !== null && { hint: data.description })}
              />
            ) : isCompared ? (
              <CompareView
                before={{
                  url: pictureUrl(search.with!, { width: comparedWidth }),
                  label: other.data ? formatDayAndTime(new Date(other.data.createdAt)) : history.before,
                }}
                after={{
                  url: pictureUrl(id, { width: comparedWidth }),
                  label: formatDayAndTime(new Date(data.createdAt)),
                }}
                mode={search.mode ?? 'slider'}
              />
            ) : view === 'image' ? (
              <DeepZoom screenshotId={id} alt={captures.imageOf(shortUrl(data.url))} />
            ) : (
              <StoredText screenshotId={id} artifact={view} />
            )}
          </Suspense>
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
