import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useMay } from '../../api/access.ts';
import { blockingError, isMissing } from '../../api/problem.ts';
import { read } from '../../api/read.ts';
import { LinkButton } from '../../components/controls/link-button.tsx';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { CapturesLink, MissingResource, MissingSchedule } from '../../components/layout/missing-resource.tsx';
import { ProblemNotice } from '../../components/layout/problem-notice.tsx';
import { useDocumentTitle } from '../../components/layout/use-document-title.ts';
import { shortUrl } from '../../components/text/format.ts';
import { texts } from '../../texts/texts.ts';
import type { Viewport } from '../../viewer/use-viewport.ts';
import { Calendar } from './calendar.tsx';
import { CaptureDetails } from './capture-details.tsx';
import { CompareBar } from './compare-bar.tsx';
import { Filmstrip } from './filmstrip.tsx';
import { ItemSteps, SettingsLink, ShareButton, TellMeButton } from './header-tools.tsx';
import classes from './history-screen.module.css';
import { type HistorySearch, parseHistorySearch } from './history-search.ts';
import { timeOf } from './marks.ts';
import { MissingNotice } from './missing-notice.tsx';
import { Scrubber } from './scrubber.tsx';
import { Stage } from './stage.tsx';
import { TimeLapseButton } from './time-lapses/time-lapse-button.tsx';
import { Transport } from './transport.tsx';
import { type Range, useCaptures } from './use-captures.ts';
import { useChangeJump } from './use-change-jump.ts';
import { useComparison } from './use-comparison.ts';
import { useCursor } from './use-cursor.ts';
import { useHistoryKeys } from './use-history-keys.ts';
import { useItemHistory } from './use-item-history.ts';
import type { ItemIds } from './use-opening.ts';
import { usePlayback } from './use-playback.ts';

const route = getRouteApi('/schedules/$scheduleId/items/$itemId');

export function HistoryScreen() {
  const params = route.useParams();
  // The key resets the position when the item changes.
  return (
    <ItemHistory key={params.itemId} scheduleId={Number(params.scheduleId)} itemId={Number(params.itemId)} />
  );
}

function ItemHistory({ scheduleId, itemId }: ItemIds) {
  const search = route.useSearch();
  const navigate = useNavigate();
  // The captures in the strip, and the neighbors of the selected capture, which are needed even if they are not in the strip.
  const [inView, setInView] = useState<Range | null>(null);
  const [neighbors, setNeighbors] = useState<Range | null>(null);
  const schedule = useQuery(read('schedules.get', scheduleId));
  const ids = { scheduleId, itemId };
  const captures = useCaptures(
    ids,
    search,
    [inView, neighbors].filter((range) => range !== null),
  );
  const cursor = useCursor(search, captures);
  const bins = useItemHistory(scheduleId, itemId, captures.total);
  const playback = usePlayback(cursor, captures);
  const jump = useChangeJump(ids, cursor, captures);
  const viewport = useRef<Viewport>(null);
  const mayWrite = useMay('write') !== false;

  const items = schedule.data?.items ?? [];
  const itemIndex = items.findIndex(({ id }) => id === itemId);
  const url = items[itemIndex]?.url ?? cursor.capture?.url ?? '';
  useDocumentTitle(shortUrl(url), texts.history.title);

  const setSearch = useCallback(
    (change: { [Field in keyof HistorySearch]?: HistorySearch[Field] | undefined }) =>
      void navigate({
        to: '.',
        search: (before: HistorySearch) => parseHistorySearch({ ...before, ...change }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const onRange = useCallback((first: number, last: number) => setInView([first, last]), []);
  const comparison = useComparison(search, cursor, captures, setSearch);

  const step = (by: number) => {
    if (cursor.index !== undefined) cursor.moveTo(cursor.index + by);
  };
  const goToItem = (by: 1 | -1) => {
    const next = items[itemIndex + by];
    if (next)
      void navigate({
        to: '/schedules/$scheduleId/items/$itemId',
        params: { scheduleId: String(scheduleId), itemId: String(next.id) },
        search: { ...(search.mode && { mode: search.mode }) },
      });
  };
  useHistoryKeys({
    step,
    goToItem,
    jump: (direction) => void jump(direction),
    play: playback.toggle,
    compare: comparison.compare,
    toggleCompare: comparison.toggle,
    fit: () => viewport.current?.toggleFit(),
  });
  useEffect(() => {
    if (cursor.index !== undefined) setNeighbors([Math.max(0, cursor.index - 1), cursor.index]);
  }, [cursor.index]);

  // Captures remain even if their item or schedule is deleted.
  const isScheduleDeleted = isMissing(schedule.error);
  if (isMissing(captures.error))
    return isScheduleDeleted ? <MissingSchedule /> : <MissingPage scheduleId={scheduleId} />;
  const problem = (isScheduleDeleted ? null : blockingError(schedule)) ?? captures.error;
  if (problem)
    return (
      <div className={classes.problem}>
        <ProblemNotice
          error={problem}
          onRetry={() => {
            void schedule.refetch();
            captures.refetch();
          }}
        />
      </div>
    );

  return (
    <div className={classes.screen}>
      <header className={classes.header}>
        <div className={classes.heading}>
          <nav className={classes.crumbs} aria-label={texts.nav.schedules}>
            <Link to="/schedules">{texts.nav.schedules}</Link>
            <span aria-hidden="true">/</span>
            {isScheduleDeleted ? (
              texts.schedules.deletedSchedule
            ) : (
              <Link to="/schedules/$scheduleId" params={{ scheduleId: String(scheduleId) }}>
                {schedule.data?.name ?? '…'}
              </Link>
            )}
          </nav>
          <div className={classes.title}>
            <h1>{shortUrl(url) || ' '}</h1>
            {items.length > 1 && itemIndex >= 0 && (
              <ItemSteps index={itemIndex} count={items.length} onStep={goToItem} />
            )}
          </div>
        </div>
        <div className={classes.actions}>
          {captures.total > 1 && (
            <CompareBar
              selected={cursor.capture}
              other={comparison.other}
              mode={comparison.mode}
              onMode={comparison.compare}
              onCompare={() => comparison.compare()}
              onStop={comparison.stop}
              onSwap={comparison.swap}
            />
          )}
          {captures.total > 1 && <TimeLapseButton itemId={itemId} url={shortUrl(url)} />}
          {itemIndex >= 0 && !comparison.other && <TellMeButton itemId={itemId} name={shortUrl(url)} />}
          {itemIndex >= 0 && mayWrite && !comparison.other && (
            <SettingsLink scheduleId={scheduleId} itemId={itemId} />
          )}
          <ShareButton />
        </div>
      </header>

      {captures.total === 0 && !captures.isPending ? (
        <EmptyState icon="image" title={texts.history.empty} hint={texts.history.emptyHint}>
          <LinkButton
            to="/schedules/$scheduleId"
            params={{ scheduleId: String(scheduleId) }}
            variant="default"
          >
            {schedule.data?.name ?? texts.nav.schedules}
          </LinkButton>
        </EmptyState>
      ) : (
        <>
          <MissingNotice selected={cursor.missing} other={comparison.missing} />
          <div className={classes.body}>
            <div className={classes.stage}>
              <Stage
                capture={cursor.capture}
                other={comparison.other}
                mode={comparison.mode}
                handle={viewport}
              />
            </div>
            <aside className={classes.side}>
              {cursor.capture && (
                <>
                  <CaptureDetails
                    capture={cursor.capture}
                    before={cursor.index === undefined ? undefined : captures.beforeOf(cursor.index)}
                    onPin={(id) => setSearch({ with: id, at: cursor.capture?.id })}
                  />
                  <Calendar
                    bins={bins}
                    selected={timeOf(cursor.capture)}
                    onSelect={(bin) => cursor.moveTo(bin.firstIndex)}
                  />
                </>
              )}
            </aside>
          </div>
          <div className={classes.time}>
            <Transport
              index={cursor.index}
              total={captures.total}
              playback={playback}
              onStep={step}
              onEnd={(which) => cursor.moveTo(which === 'oldest' ? 0 : captures.total - 1)}
              onChange={(direction) => void jump(direction)}
            />
            <div className={classes.strip}>
              {cursor.index !== undefined && captures.total > 0 && (
                <Filmstrip
                  captures={captures}
                  selected={cursor.index}
                  compared={comparison.other?.id}
                  onSelect={cursor.moveTo}
                  onRange={onRange}
                />
              )}
            </div>
            <Scrubber
              total={captures.total}
              selected={cursor.index ?? Math.max(0, captures.total - 1)}
              time={cursor.capture ? timeOf(cursor.capture) : null}
              bins={bins}
              onSelect={cursor.moveTo}
            />
          </div>
        </>
      )}
    </div>
  );
}

function MissingPage({ scheduleId }: { scheduleId: number }) {
  const { missing } = texts.problems;
  return (
    <MissingResource title={missing.page} hint={missing.pageHint}>
      <LinkButton to="/schedules/$scheduleId" params={{ scheduleId: String(scheduleId) }}>
        {missing.toSchedule}
      </LinkButton>
      <CapturesLink />
    </MissingResource>
  );
}
