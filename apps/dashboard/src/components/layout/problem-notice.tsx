import { Button } from '@mantine/core';
import { problemOf } from '../../api/problem.ts';
import { texts } from '../../texts/texts.ts';
import classes from './notice.module.css';
import { Notice } from './notice.tsx';

/** Shows why a request failed, with a button to retry. */
export function ProblemNotice({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const problem = problemOf(error);
  const isGone = problem?.status === 404;
  return (
    <Notice
      title={isGone ? texts.problems.notFound : (problem?.title ?? texts.problems.title)}
      action={
        onRetry &&
        !isGone && (
          <Button variant="default" onClick={onRetry}>
            {texts.common.retry}
          </Button>
        )
      }
    >
      <p>{problem?.detail ?? texts.problems.unknown}</p>
      {isGone && <p>{texts.problems.notFoundHint}</p>}
      {problem && !isGone && <p className={classes.request}>{texts.problems.requestId(problem.requestId)}</p>}
    </Notice>
  );
}
