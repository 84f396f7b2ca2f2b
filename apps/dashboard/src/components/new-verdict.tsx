import { api } from '../api/client.ts';
import { captureState, isUnexpected } from './capture-state.ts';
import { Status } from './status.tsx';

/** The verdict of a new capture, unless it shows content. */
export function NewVerdict({ screenshotId }: { screenshotId: number }) {
  const { data } = api.useQuery('get', '/api/v1/screenshots/{screenshotId}', {
    params: { path: { screenshotId }, query: { expand: 'verdict' } },
  });
  if (data?.id !== screenshotId || !isUnexpected(data.verdict)) return null;
  const { tone, text } = captureState(data);
  return <Status tone={tone}>{text}</Status>;
}
