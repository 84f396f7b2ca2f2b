import { Button } from '@mantine/core';
import { problemOf } from '../../api/problem.ts';
import { texts } from '../../texts/texts.ts';
import { Icon } from '../controls/icon.tsx';
import classes from './problem-notice.module.css';

/** Shows why a request failed, with a button to retry. */
export function ProblemNotice({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const problem = problemOf(error);
  const isGone = problem?.status === 404;
  return (
    <div className={classes.notice} role="alert">
      <span className={classes.icon}>
        <Icon name="warning" size={18} />
      </span>
      <div className={classes.text}>
        <p className={classes.title}>
          {isGone ? texts.problems.notFound : (problem?.title ?? texts.problems.title)}
        </p>
        <p>{problem?.detail ?? texts.problems.unknown}</p>
        {isGone && <p>{texts.problems.notFoundHint}</p>}
        {problem && !isGone && (
          <p className={classes.request}>{texts.problems.requestId(problem.requestId)}</p>
        )}
      </div>
      {onRetry && !isGone && (
        <Button variant="default" onClick={onRetry}>
          {texts.common.retry}
        </Button>
      )}
    </div>
  );
}
