import { Button, Select } from '@mantine/core';
import { unexpectedKinds } from '../../components/captures/capture-state.ts';
import { FilterField, TagFilter } from '../../components/controls/filter-field.tsx';
import { optionsOf } from '../../components/controls/options-of.ts';
import { DayField } from '../../components/dates/date-fields.tsx';
import { texts } from '../../texts/texts.ts';
import classes from './activity-screen.module.css';
import {
  type ActivitySearch,
  type ActivityTab,
  activityStatuses,
  type SearchChange,
} from './activity-search.ts';
import { ScheduleSelect } from './schedule-select.tsx';

const { activity, common } = texts;

type ActivityFiltersProps = {
  tab: ActivityTab;
  search: ActivitySearch;
  onChange: (change: SearchChange) => void;
  onClear: () => void;
};

function changedChoice({ changed, sort }: ActivitySearch) {
  if (changed === undefined) return undefined;
  if (!changed) return 'no';
  return sort === 'size' ? 'largest' : 'yes';
}

/** The filters for a feed, as supported by its API operation. */
export function ActivityFilters({ tab, search, onChange, onClear }: ActivityFiltersProps) {
  const { tab: _, page: __, ...filters } = search;
  const ofPage = tab !== 'wallet';
  return (
    <div className={classes.filters}>
      {ofPage && (
        <FilterField
          key={tab}
          className={classes.url}
          label={activity.url}
          value={search.url}
          onChange={(url) => onChange({ url })}
        />
      )}
      {ofPage && (
        <ScheduleSelect
          label={activity.schedule}
          value={search.scheduleId ?? null}
          onChange={(scheduleId) => onChange({ scheduleId: scheduleId ?? undefined })}
        />
      )}
      {ofPage && <TagFilter value={search.tag} onChange={(tag) => onChange({ tag })} />}
      {tab === 'changes' && (
        <Choice
          name={activity.columns.changed}
          names={activity.changed}
          value={changedChoice(search)}
          onChange={(changed) =>
            onChange({
              changed: changed && changed !== 'no',
              sort: changed === 'largest' ? 'size' : undefined,
            })
          }
        />
      )}
      {tab === 'changes' && (
        <Choice
          name={activity.columns.seen}
          names={activity.seen}
          value={search.seen === undefined ? undefined : search.seen ? 'yes' : 'no'}
          onChange={(seen) => onChange({ seen: seen && seen === 'yes' })}
        />
      )}
      {tab === 'captures' && (
        <Choice
          name={activity.columns.result}
          names={captureResults}
          value={search.verdict ?? captureStatus(search.status)}
          onChange={(result) => {
            const verdict = unexpectedKinds.find((kind) => kind === result);
            onChange({ verdict, status: verdict ? undefined : captureStatus(result) });
          }}
        />
      )}
      {tab === 'changes' && (
        <Choice
          name={activity.columns.result}
          names={checkResults}
          value={search.status}
          onChange={(status) => onChange({ status })}
        />
      )}
      {tab === 'captures' && (
        <Choice
          name={activity.source}
          names={activity.sources}
          value={search.source}
          onChange={(source) => onChange({ source })}
        />
      )}
      {(tab === 'charges' || tab === 'wallet') && (
        <Choice
          name={activity.columns.type}
          names={activity.types}
          value={search.transactionType}
          onChange={(transactionType) => onChange({ transactionType })}
        />
      )}
      <div className={classes.days}>
        <div className={classes.day}>
          <span>{common.from}</span>
          <DayField
            size="xs"
            aria-label={common.from}
            value={search.from ?? ''}
            onChange={(from) => onChange({ from: from || undefined })}
          />
        </div>
        <div className={classes.day}>
          <span>{common.to}</span>
          <DayField
            size="xs"
            aria-label={common.to}
            value={search.to ?? ''}
            onChange={(to) => onChange({ to: to || undefined })}
          />
        </div>
      </div>
      {Object.keys(filters).length > 0 && (
        <Button variant="subtle" color="gray" onClick={onClear}>
          {common.clear}
        </Button>
      )}
    </div>
  );
}

const { kinds } = texts.captures.verdicts;
/** The options of the result filter: outcomes and verdicts. */
const captureResults = {
  COMPLETED: activity.statuses.COMPLETED,
  ...(Object.fromEntries(unexpectedKinds.map((kind) => [kind, kinds[kind]])) as Record<
    (typeof unexpectedKinds)[number],
    string
  >),
  FAILED: activity.statuses.FAILED,
};
const captureStatus = (result: string | undefined) =>
  activityStatuses.captures.find((status) => status === result);
const checkResults = Object.fromEntries(
  activityStatuses.changes.map((status) => [status, activity.statuses[status]]),
) as Record<NonNullable<ActivitySearch['status']>, string>;

type ChoiceProps<Value extends string> = {
  name: string;
  names: Readonly<Record<Value, string>>;
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
};

/** Selects one value or all values. */
function Choice<Value extends string>({ name, names, value, onChange }: ChoiceProps<Value>) {
  return (
    <Select<Value | ''>
      size="xs"
      aria-label={name}
      value={value ?? ''}
      onChange={(chosen) => onChange(chosen === '' || chosen === null ? undefined : chosen)}
      data={[{ value: '', label: `${name}: ${common.all}` }, ...optionsOf(names)]}
    />
  );
}
