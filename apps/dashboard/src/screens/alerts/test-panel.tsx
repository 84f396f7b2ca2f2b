import type { DestinationTest } from '@shotclock/client';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { WriteButton } from '../../components/controls/write-button.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { ProblemNotice } from '../../components/layout/problem-notice.tsx';
import { formatDuration } from '../../components/text/format.ts';
import { Status } from '../../components/text/status.tsx';
import { alertTexts } from '../../texts/alert-texts.ts';
import classes from './alerts-screen.module.css';

const { destinations } = alertTexts;
const { result } = destinations;

/** Sends a test message and shows what arrived. */
export function TestPanel({ destinationId }: { destinationId: number }) {
  const test = useMutation({ mutationFn: () => client.destinations.test(destinationId) });
  return (
    <Panel title={destinations.testTitle}>
      <div className={classes.test} aria-live="polite">
        <p className={classes.hint}>{destinations.testHint}</p>
        <WriteButton variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          {destinations.test}
        </WriteButton>
        {test.error && <ProblemNotice error={test.error} />}
        {test.data && !test.isPending && <TestResult test={test.data} />}
      </div>
    </Panel>
  );
}

function TestResult({ test }: { test: DestinationTest }) {
  return (
    <>
      <Status tone={test.delivered ? 'good' : 'bad'}>
        {test.delivered ? destinations.arrived : destinations.notArrived}
      </Status>
      {test.error && <p className={classes.error}>{test.error}</p>}
      <dl className={classes.result}>
        <dt>{result.text}</dt>
        <dd>{test.text ? destinations.sent : destinations.notSent}</dd>
        <dt>{result.picture}</dt>
        <dd>{destinations.pictures[test.picture]}</dd>
        <dt>{result.status}</dt>
        <dd>{test.status ?? destinations.noResponse}</dd>
        <dt>{result.duration}</dt>
        <dd>{formatDuration(test.durationMs)}</dd>
        {test.response !== null && (
          <>
            <dt>{result.response}</dt>
            <dd>
              {test.response === '' ? (
                destinations.emptyResponse
              ) : (
                <code className={classes.response}>{test.response}</code>
              )}
            </dd>
          </>
        )}
      </dl>
    </>
  );
}
