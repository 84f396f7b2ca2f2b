import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../api/read.ts';
import { texts } from '../../texts/texts.ts';

const shownSchedules = 20;
const searchAfterMs = 200;

type ScheduleSelectProps = {
  label: string;
  /** The ID of the selected schedule; null for all. */
  value: number | null;
  onChange: (scheduleId: number | null) => void;
};

/** Searches schedules by name. Until the list is opened, only the name of the selected schedule is requested. */
export function ScheduleSelect({ label, value, onChange }: ScheduleSelectProps) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const selected = useQuery({
    ...read('schedules.get', value ?? 0),
    enabled: value !== null,
    placeholderData: undefined,
  });
  const selectedName = value === null ? undefined : (selected.data?.name ?? `#${value}`);
  const [name] = useDebouncedValue(typed === selectedName ? '' : typed.trim(), searchAfterMs);
  const found = useQuery({
    ...read('schedules.list', { size: shownSchedules, sort: 'name,asc', ...(name !== '' && { name }) }),
    enabled: isOpen,
  });
  const options = (found.data?.content ?? []).map((schedule) => ({
    value: String(schedule.id),
    label: schedule.name,
  }));
  const isListed = options.some((option) => option.value === String(value));
  return (
    <Select
      size="xs"
      aria-label={label}
      placeholder={`${label}: ${texts.common.all}`}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': texts.common.all }}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      // The API has already filtered the options.
      filter={({ options: all }) => all}
      nothingFoundMessage={found.isPending ? `${texts.common.loading}…` : texts.search.nothing}
      data={
        value === null || isListed ? options : [{ value: String(value), label: selectedName! }, ...options]
      }
    />
  );
}
