import { Button, Select } from '@mantine/core';
import { optionsOf } from '../../components/controls/options-of.ts';
import { alertTexts } from '../../texts/alert-texts.ts';
import { texts } from '../../texts/texts.ts';
import classes from './alerts-screen.module.css';
import type { AlertsSearch, SearchChange } from './alerts-search.ts';

const { common } = texts;
const { columns } = alertTexts.messages;

type Names = ReadonlyMap<number, string>;
type MessageFiltersProps = {
  search: AlertsSearch;
  onChange: (change: SearchChange) => void;
  rules: Names | undefined;
  destinations: Names | undefined;
};

/** The filters for the list of messages. */
export function MessageFilters({ search, onChange, rules, destinations }: MessageFiltersProps) {
  const { status, alertRuleId, destinationId } = search;
  return (
    <div className={classes.filters}>
      <Choice
        label={common.status}
        value={status}
        options={optionsOf(alertTexts.statuses)}
        onChange={(value) => onChange({ status: value as AlertsSearch['status'] })}
      />
      <Choice
        label={columns.rule}
        value={alertRuleId?.toString()}
        options={namedOptions(rules, alertRuleId)}
        onChange={(value) => onChange({ alertRuleId: value === undefined ? undefined : Number(value) })}
      />
      <Choice
        label={columns.destination}
        value={destinationId?.toString()}
        options={namedOptions(destinations, destinationId)}
        onChange={(value) => onChange({ destinationId: value === undefined ? undefined : Number(value) })}
      />
      {(status ?? alertRuleId ?? destinationId) !== undefined && (
        <Button
          variant="subtle"
          color="gray"
          onClick={() => onChange({ status: undefined, alertRuleId: undefined, destinationId: undefined })}
        >
          {common.clear}
        </Button>
      )}
    </div>
  );
}

type Option = { value: string; label: string };

/** The options, including a selected record that was deleted. */
function namedOptions(names: Names = new Map(), selected: number | undefined): Option[] {
  const isDeleted = selected !== undefined && !names.has(selected);
  return [...names, ...(isDeleted ? [[selected, `#${selected}`] as const] : [])].map(([id, label]) => ({
    value: String(id),
    label,
  }));
}

type ChoiceProps = {
  label: string;
  value: string | undefined;
  options: Option[];
  onChange: (value: string | undefined) => void;
};

/** Selects one value or all values. */
function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <Select
      size="xs"
      aria-label={label}
      value={value ?? ''}
      onChange={(chosen) => onChange(chosen === '' || chosen === null ? undefined : chosen)}
      data={[{ value: '', label: `${label}: ${common.all}` }, ...options]}
    />
  );
}
