import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { storedTextOptions } from '../../api/artifacts.ts';
import { artifactUrl } from '../../api/pictures.ts';
import { blockingError } from '../../api/problem.ts';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { ProblemNotice } from '../../components/layout/problem-notice.tsx';
import { formatNumber } from '../../components/text/format.ts';
import { texts } from '../../texts/texts.ts';
import classes from './screenshot-screen.module.css';

const { screenshot: words } = texts.captures;
/** Maximum number of displayed characters. Browsers take minutes to lay out very long texts. */
const maxCharacters = 200_000;

/** The text or the HTML of a capture. HTML is shown as text: it must never run on this origin. */
export function StoredText({ screenshotId, artifact }: { screenshotId: number; artifact: 'text' | 'html' }) {
  const { data, error, refetch } = useQuery(storedTextOptions(screenshotId, artifact));
  if (blockingError({ data, error })) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height="100%" radius={0} />;
  if (data === null)
    return <EmptyState icon="text" title={artifact === 'text' ? words.noText : words.noHtml} />;
  return (
    <div className={classes.stored}>
      {data.length > maxCharacters && (
        <p className={classes.shortened}>
          {words.shortened(formatNumber(maxCharacters), formatNumber(data.length))}{' '}
          <a href={artifactUrl(screenshotId, artifact)} download={`capture-${screenshotId}-${artifact}.txt`}>
            {words.downloadWhole}
          </a>
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region needs the focus for the arrow keys */}
      <pre className={classes.text} tabIndex={0}>
        {data.slice(0, maxCharacters)}
      </pre>
    </div>
  );
}
