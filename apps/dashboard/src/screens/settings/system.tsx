import type { SystemCheck } from '@shotclock/client';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../api/access.ts';
import { useMe } from '../../api/me.ts';
import { blockingError } from '../../api/problem.ts';
import { read } from '../../api/read.ts';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { ProblemNotice } from '../../components/layout/problem-notice.tsx';
import { SkeletonRows } from '../../components/layout/skeleton-rows.tsx';
import { Status, type Tone } from '../../components/text/status.tsx';
import { Time } from '../../components/text/time.tsx';
import { systemTexts as system } from '../../texts/system-texts.ts';
import classes from './settings.module.css';

/** Workers run their checks once a minute. */
const refetchInterval = 30_000;
const tones: Record<SystemCheck['status'], Tone> = {
  ok: 'good',
  warning: 'warn',
  failed: 'bad',
  skipped: 'quiet',
};

/** The checks of the stores, and of the machines and browsers of the workers, each with its remedy. */
export function System() {
  const mayRead = useMay('admin');
  const { data: me } = useMe();
  const isRefused = mayRead === false || me?.lostProtections === null;
  const { data, error, refetch } = useQuery({
    ...read('system'),
    enabled: mayRead === true && !isRefused,
    refetchInterval,
  });
  if (isRefused) return <EmptyState icon="key" title={system.onlyOperators} />;
  if (blockingError({ data, error })) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Panel title={system.server} flush>
        <SkeletonRows count={5} height={28} />
      </Panel>
    );
  return (
    <>
      <Panel title={system.server} flush>
        <Checks checks={data.checks} />
      </Panel>
      {data.workers.map((worker, index) => (
        <Panel
          // A host can run several workers.
          key={index}
          title={system.worker(worker.host)}
          aside={
            <>
              {system.checked} <Time at={worker.reportedAt} />
            </>
          }
          flush
        >
          <Checks checks={worker.checks} />
        </Panel>
      ))}
    </>
  );
}

function Checks({ checks }: { checks: readonly SystemCheck[] }) {
  return (
    <ul>
      {checks.map(({ check, status, found, remedy }) => (
        <li key={check} className={classes.check}>
          <span className={classes.checkName}>{system.checks[check] ?? check}</span>
          <Status tone={tones[status]}>{system.statuses[status]}</Status>
          <div className={classes.found}>
            <p>{found}</p>
            {remedy && <p className={classes.remedy}>{remedy}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}
