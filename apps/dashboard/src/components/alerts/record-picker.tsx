import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { read } from '../../api/read.ts';
import { alertTexts } from '../../texts/alert-texts.ts';
import { texts } from '../../texts/texts.ts';
import { shortUrl, urlPart } from '../text/format.ts';

const { rules } = alertTexts;
/** Enough for the names of the selected records in most accounts. */
const listed = 200;
const shown = 50;
const searchAfterMs = 200;

type PickerProps = {
  value: readonly number[];
  onChange: (ids: number[]) => void;
  error: ReactNode;
};

/** Selects schedules by name. */
export function SchedulePicker(props: PickerProps) {
  const [typed, setTyped] = useState('');
  const [name] = useDebouncedValue(typed.trim(), searchAfterMs);
  const all = useQuery(read('schedules.list', { size: listed, sort: 'name,asc' }));
  const found = useQuery({
    ...read('schedules.list', { size: shown, sort: 'name,asc', name }),
    enabled: name !== '' && (all.data?.totalElements ?? 0) > listed,
  });
  const records = [...(all.data?.content ?? []), ...(found.data?.content ?? [])];
  return (
    <Picker
      {...props}
      label={rules.schedules}
      placeholder={rules.findSchedules}
      names={new Map(records.map(({ id, name: label }) => [id, label]))}
      isPending={all.isPending}
      onSearch={setTyped}
    />
  );
}

/** Selects pages by URL. */
export function PagePicker(props: PickerProps) {
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed, searchAfterMs);
  const urlContains = urlPart(text);
  const all = useQuery(read('items.listAll', { size: listed }));
  const found = useQuery({
    ...read('items.listAll', { size: shown, urlContains }),
    enabled: urlContains !== '' && (all.data?.totalElements ?? 0) > listed,
  });
  const records = [...(all.data?.content ?? []), ...(found.data?.content ?? [])];
  return (
    <Picker
      {...props}
      label={rules.pages}
      placeholder={rules.findPages}
      names={new Map(records.map(({ id, url, scheduleName }) => [id, `${shortUrl(url)} · ${scheduleName}`]))}
      isPending={all.isPending}
      onSearch={setTyped}
    />
  );
}

type NamedPickerProps = PickerProps & {
  label: string;
  placeholder: string;
  names: ReadonlyMap<number, string>;
  isPending: boolean;
  onSearch: (text: string) => void;
};

function Picker({
  value,
  onChange,
  error,
  label,
  placeholder,
  names,
  isPending,
  onSearch,
}: NamedPickerProps) {
  const unnamed = value.filter((id) => !names.has(id)).map((id): [number, string] => [id, `#${id}`]);
  return (
    <MultiSelect
      label={label}
      placeholder={value.length === 0 ? placeholder : ''}
      size="sm"
      searchable
      required
      value={value.map(String)}
      onChange={(ids) => onChange(ids.map(Number))}
      onSearchChange={onSearch}
      error={error}
      limit={shown}
      nothingFoundMessage={isPending ? `${texts.common.loading}…` : texts.search.nothing}
      data={[...names, ...unnamed].map(([id, name]) => ({ value: String(id), label: name }))}
    />
  );
}
