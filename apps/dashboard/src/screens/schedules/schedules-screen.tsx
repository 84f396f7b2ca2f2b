import { Button, Checkbox, SegmentedControl } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { FilterField, TagFilter } from '../../components/controls/filter-field.tsx';
import { WriteButton } from '../../components/controls/write-button.tsx';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { Page } from '../../components/layout/page.tsx';
import { ProblemNotice } from '../../components/layout/problem-notice.tsx';
import { NewScheduleButton } from '../../components/schedules/new-schedule-button.tsx';
import { formatNumber } from '../../components/text/format.ts';
import { texts } from '../../texts/texts.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { parseScheduleFilters, type ScheduleFilters } from './schedule-filters.ts';
import { ScheduleList } from './schedule-list.tsx';
import classes from './schedules-screen.module.css';
import { SelectionBar } from './selection-bar.tsx';
import { type BulkVerb, useBulk } from './use-bulk.ts';
import { useScheduleList } from './use-schedule-list.ts';
import { useSelection } from './use-selection.ts';

const route = getRouteApi('/schedules');
const { schedules } = texts;
const verbs: readonly BulkVerb[] = ['run', 'pause', 'resume'];

export function SchedulesScreen() {
  const filters = route.useSearch();
  const navigate = useNavigate();
  const [range, setRange] = useState<readonly [number, number]>([0, 0]);
  const list = useScheduleList(filters, range);
  const selection = useSelection();
  const { selected } = selection;
  const bulk = useBulk(selection.remove);
  const hasFilter = Object.keys(filters).length > 0;

  type Change = { [Field in keyof ScheduleFilters]?: string | undefined };
  const setFilters = (change: Change) =>
    void navigate({
      to: '/schedules',
      search: parseScheduleFilters({ ...filters, ...change }),
      replace: true,
    });

  return (
    <Page
      title={schedules.title}
      subtitle={list.isPending ? ' ' : schedules.count(formatNumber(list.total))}
      actions={<NewScheduleButton />}
    >
      <div className={classes.filters}>
        <FilterField
          className={classes.name}
          icon="search"
          label={schedules.filterName}
          value={filters.name}
          onChange={(name) => setFilters({ name })}
        />
        <TagFilter value={filters.tag} onChange={(tag) => setFilters({ tag })} />
        <SegmentedControl
          aria-label={texts.common.status}
          value={filters.status ?? 'ALL'}
          onChange={(value) => setFilters({ status: value === 'ALL' ? undefined : value })}
          data={[
            { value: 'ALL', label: texts.common.all },
            { value: 'ACTIVE', label: schedules.active },
            { value: 'COMPLETED', label: schedules.completed },
          ]}
        />
      </div>
      {list.error !== null && <ProblemNotice error={list.error} onRetry={list.refetch} />}
      {!list.isPending && list.total === 0 && list.error === null ? (
        hasFilter ? (
          <EmptyState icon="search" title={schedules.noMatch}>
            <Button
              variant="default"
              onClick={() => setFilters({ status: undefined, name: undefined, tag: undefined })}
            >
              {texts.common.clear}
            </Button>
          </EmptyState>
        ) : (
          <EmptyState icon="schedules" title={schedules.emptyTitle} hint={schedules.emptyHint}>
            <NewScheduleButton />
          </EmptyState>
        )
      ) : (
        <div className={classes.table}>
          <div className={classes.head}>
            <Checkbox
              size="xs"
              aria-label={schedules.selectAll}
              checked={selected.size > 0 && selected.size >= list.total}
              indeterminate={selected.size > 0 && selected.size < list.total}
              disabled={selection.found !== null}
              onChange={() => (selected.size > 0 ? selection.clear() : void selection.selectAll(filters))}
            />
            <span>{schedules.columns.name}</span>
            <span className={classes.recent}>{schedules.columns.recent}</span>
            <span className={classes.pages}>{schedules.columns.pages}</span>
            <span className={classes.next}>{schedules.columns.next}</span>
          </div>
          <ScheduleList list={list} selected={selected} onToggle={selection.toggle} onRange={setRange} />
        </div>
      )}
      {(selected.size > 0 || selection.found !== null) && (
        <SelectionBar
          label={schedules.bulk.label}
          selected={selected.size}
          found={selection.found}
          onClear={selection.clear}
        >
          {verbs.map((verb) => (
            <WriteButton
              key={verb}
              variant="default"
              size="xs"
              onClick={() => bulk.start(verb, [...selected.values()])}
            >
              {schedules[verb]}
            </WriteButton>
          ))}
        </SelectionBar>
      )}
      {bulk.action && (
        <BulkDialog
          action={bulk.action}
          onConfirm={bulk.confirm}
          onRetry={bulk.retry}
          onCancel={bulk.cancel}
          onClose={bulk.close}
        />
      )}
    </Page>
  );
}
