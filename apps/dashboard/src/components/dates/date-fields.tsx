import { TextInput } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { DateFieldProps } from './date-field-props.ts';

const DayPicker = lazy(async () => ({ default: (await import('./date-pickers.tsx')).DayPicker }));
const TimePicker = lazy(async () => ({ default: (await import('./date-pickers.tsx')).TimePicker }));

/** Placeholder with the size of the field while the calendar loads. */
function Loading({ value: _, onChange: __, ...props }: DateFieldProps) {
  return <TextInput {...props} disabled value="" onChange={() => {}} />;
}

/** An input for a day in the viewer's date format. Its value has the form 2026-11-23. */
export function DayField(props: DateFieldProps) {
  return (
    <Suspense fallback={<Loading {...props} />}>
      <DayPicker {...props} />
    </Suspense>
  );
}

/** An input for a time in the viewer's time zone and format. Its value has the form 2026-11-23T09:00. */
export function TimeField(props: DateFieldProps) {
  return (
    <Suspense fallback={<Loading {...props} />}>
      <TimePicker {...props} />
    </Suspense>
  );
}
