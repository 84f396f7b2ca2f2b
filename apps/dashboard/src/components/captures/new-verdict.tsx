import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/read.ts';
import { Status } from '../text/status.tsx';
import { captureState, isUnexpected } from './capture-state.ts';

/** The verdict of a new capture, unless the verdict is content. */
export function NewVerdict({ screenshotId }: { screenshotId: number }) {
  const { data } = useQuery(read('screenshots.get', screenshotId, { expand: 'verdict' }));
  if (data?.id !== screenshotId || !isUnexpected(data.verdict)) return null;
  const { tone, text } = captureState(data);
  return <Status tone={tone}>{text}</Status>;
}
