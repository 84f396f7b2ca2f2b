import { Select } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';

const shownZones = 60;

type TimezoneSelectProps = {
  label: string;
  value: string;
  onChange: (timezone: string) => void;
  error: ReactNode;
};

/** Selects an IANA time zone. */
export function TimezoneSelect({ value, onChange, ...props }: TimezoneSelectProps) {
  // The server may know zones under names that the browser does not list.
  const zones = useMemo(() => [...new Set(['UTC', value, ...Intl.supportedValuesOf('timeZone')])], [value]);
  return (
    <Select
      {...props}
      value={value}
      onChange={(zone) => zone && onChange(zone)}
      data={zones}
      searchable
      limit={shownZones}
    />
  );
}
