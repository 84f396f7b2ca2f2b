import { Link } from '@tanstack/react-router';
import { DestinationState } from '../../components/alerts/destination-state.tsx';
import { kindName } from '../../components/alerts/kind-texts.ts';
import { useDestinations } from '../../components/alerts/use-destinations.ts';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { ProblemNotice } from '../../components/layout/problem-notice.tsx';
import rows from '../../components/layout/rows.module.css';
import { SkeletonRows } from '../../components/layout/skeleton-rows.tsx';
import { WideTable } from '../../components/layout/wide-table.tsx';
import { Time } from '../../components/text/time.tsx';
import { alertTexts } from '../../texts/alert-texts.ts';
import { texts } from '../../texts/texts.ts';
import classes from './alerts-screen.module.css';
import { NewLink } from './new-link.tsx';

const { destinations: words, tabs } = alertTexts;

/** The account's destinations. */
export function DestinationList() {
  const { destinations, error, refetch } = useDestinations();
  if (error && !destinations) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  const create = <NewLink to="/alerts/destinations/new">{words.create}</NewLink>;
  return (
    <Panel title={tabs.destinations} flush aside={create}>
      {!destinations ? (
        <SkeletonRows count={3} height={28} />
      ) : destinations.length === 0 ? (
        <EmptyState icon="bell" title={words.none} hint={words.noneHint}>
          {create}
        </EmptyState>
      ) : (
        <WideTable label={tabs.destinations} stacks>
          <thead>
            <tr>
              <th scope="col">{words.name}</th>
              <th scope="col">{words.kind}</th>
              <th scope="col">{words.address}</th>
              <th scope="col">{words.state}</th>
              <th scope="col">{words.lastSuccess}</th>
            </tr>
          </thead>
          <tbody>
            {destinations.map((destination) => (
              <tr key={destination.id}>
                <td>
                  <Link
                    to="/alerts/destinations/$destinationId"
                    params={{ destinationId: String(destination.id) }}
                    className={`${rows.strong} ${classes.name}`}
                  >
                    {destination.name}
                  </Link>
                </td>
                <td className={rows.muted} data-label={words.kind}>
                  {kindName(destination.kind)}
                </td>
                <td className={`${rows.muted} ${classes.origin}`} data-label={words.address}>
                  {destination.origin ?? texts.common.none}
                </td>
                <td data-label={words.state}>
                  <DestinationState destination={destination} />
                  {destination.disabledReason && (
                    <p className={classes.note}>{words.reasons[destination.disabledReason]}</p>
                  )}
                </td>
                <td className={rows.muted} data-label={words.lastSuccess}>
                  {destination.lastSuccessAt ? <Time at={destination.lastSuccessAt} /> : texts.common.never}
                </td>
              </tr>
            ))}
          </tbody>
        </WideTable>
      )}
    </Panel>
  );
}
