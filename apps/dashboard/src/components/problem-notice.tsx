import { Button } from '@mantine/core';
import { problemOf } from '../api/problem.ts';
import { texts } from '../texts/texts.ts';
import { Icon } from './icon.tsx';
import classes from './problem-notice.module.css';

/** Says why a request failed, and offers to repeat it. */
export function ProblemNotice({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const problem = problemOf(error);
  return (
    <div className={classes.notice} role="alert">
      <span className={classes.icon}>
        <Icon name="warning" size={18} />
      </span>
      <div className={classes.text}>
        <p className={classes.title}>{problem?.title ?? texts.problems.title}</p>
        <p>{problem?.detail ?? texts.problems.unknown}</p>
        {problem && <p className={classes.request}>{texts.problems.requestId(problem.requestId)}</p>}
      </div>
      {onRetry && (
        <Button variant="default" onClick={onRetry}>
          {texts.common.retry}
        </Button>
      )}
    </div>
  );
}
