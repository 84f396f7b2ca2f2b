import { texts } from '../../texts/texts.ts';
import { Notice } from '../layout/notice.tsx';
import { ProblemNotice } from '../layout/problem-notice.tsx';

type FaultNoticeProps = {
  error: unknown;
  /** By the JSON Pointer of the field. */
  messages: ReadonlyMap<string, string>;
  /** Whether a field of the form shows the message of a path. */
  isShown: (path: string) => boolean;
};

/** Says why saving failed, unless fields already show the reason. */
export function FaultNotice({ error, messages, isShown }: FaultNoticeProps) {
  if (error === null) return null;
  if (messages.size === 0) return <ProblemNotice error={error} />;
  const others = [...messages].filter(([path]) => !isShown(path));
  if (others.length === 0) return null;
  return (
    <Notice title={texts.schedules.form.othersTitle}>
      {others.map(([path, message]) => (
        <p key={path}>{`${path.slice(1).replaceAll('/', '.')}: ${message}`}</p>
      ))}
    </Notice>
  );
}
