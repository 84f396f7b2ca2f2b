import { TextInput } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { DateFieldProps } from './date-field-props.ts';

const DayPicker = lazy(async () => ({ default: (await import('./date-pickers.tsx')).DayPicker }));
const TimePicker = lazy(async () => ({ default: (await import('./date-pickers.tsx')).TimePicker }));

/** Has the size of the field while its calendar is loaded. */
function Loading({ value: _, onChange: __, ...props }: DateFieldProps) {
  return <TextInput {...props} disabled value="" onChange={() => {}} />;
}

/** A day in the format of the viewer. Its value is 2026-11-23. */
export function DayField(props: DateFieldProps) {
  return (
    <Suspense fallback={<Loading {...props} />}>
      <DayPicker {...props} />
    </Suspense>
  );
}

/** A time in the zone and the format of the viewer. Its value is 2026-11-23T09:00. */
export function TimeField(props: DateFieldProps) {
  return (
    <Suspense fallback={<Loading {...props} />}>
      <TimePicker {...props} />
    </Suspense>
  );
}
