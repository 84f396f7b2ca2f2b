import type { DeliveryAttempt } from '@shotclock/client';
import rows from '../../components/layout/rows.module.css';
import { SkeletonRows } from '../../components/layout/skeleton-rows.tsx';
import { WideTable } from '../../components/layout/wide-table.tsx';
import { formatDuration } from '../../components/text/format.ts';
import { Status } from '../../components/text/status.tsx';
import { Time } from '../../components/text/time.tsx';
import { alertTexts } from '../../texts/alert-texts.ts';
import classes from './alerts-screen.module.css';

const { attempts: title, attemptColumns: columns, noAttempts } = alertTexts.messages;
const { noResponse } = alertTexts.destinations;

/** The attempts to deliver a message, oldest first. */
export function AttemptTable({ attempts }: { attempts: readonly DeliveryAttempt[] | undefined }) {
  if (!attempts) return <SkeletonRows count={2} height={24} />;
  if (attempts.length === 0) return <p className={`${rows.row} ${rows.faint}`}>{noAttempts}</p>;
  return (
    <WideTable label={title} stacks>
      <thead>
        <tr>
          <th scope="col">{columns.time}</th>
          <th scope="col">{columns.status}</th>
          <th scope="col">{columns.duration}</th>
          <th scope="col">{columns.response}</th>
        </tr>
      </thead>
      <tbody>
        {attempts.map((attempt) => (
          <tr key={attempt.at}>
            <td className={rows.muted}>
              <Time at={attempt.at} absolute />
            </td>
            <td>
              <Status tone={attempt.error === null ? 'good' : 'bad'}>{attempt.status ?? noResponse}</Status>
            </td>
            <td className={rows.muted} data-label={columns.duration}>
              {formatDuration(attempt.durationMs)}
            </td>
            <td className={classes.answer}>
              {attempt.error !== null && <p className={classes.error}>{attempt.error}</p>}
              {attempt.response && <code className={classes.response}>{attempt.response}</code>}
            </td>
          </tr>
        ))}
      </tbody>
    </WideTable>
  );
}
