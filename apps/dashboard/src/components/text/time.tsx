import { formatExact, formatRelative, formatTime } from './format.ts';
import { useNow } from './now.ts';

type TimeProps = {
  /** An instant in the API format. */
  at: string;
  /** Whether to show the absolute instead of the relative time. */
  absolute?: boolean;
};

/** A time in the viewer's time zone. Its tooltip shows the exact time. */
export function Time({ at, absolute = false }: TimeProps) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={formatExact(date)} style={{ whiteSpace: 'nowrap' }}>
      {absolute ? formatTime(date) : <Relative date={date} />}
    </time>
  );
}

function Relative({ date }: { date: Date }) {
  return formatRelative(date, useNow());
}
