import { Skeleton } from '@mantine/core';
import { showNotification } from '@mantine/notifications';
import type { DeliveryDetails } from '@shotclock/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { client } from '../../api/client.ts';
import { blockingError, isMissing } from '../../api/problem.ts';
import { read } from '../../api/read.ts';
import { refreshQueries } from '../../api/refresh-queries.ts';
import { showProblem } from '../../api/show-problem.ts';
import { DeliveryStatus } from '../../components/alerts/delivery-status.tsx';
import { MessagePreview } from '../../components/alerts/message-preview.tsx';
import { useAlertNames } from '../../components/alerts/use-alert-names.ts';
import { LinkButton } from '../../components/controls/link-button.tsx';
import { WriteButton } from '../../components/controls/write-button.tsx';
import { MissingResource } from '../../components/layout/missing-resource.tsx';
import { Page, Panel } from '../../components/layout/page.tsx';
import { ProblemNotice } from '../../components/layout/problem-notice.tsx';
import { Time } from '../../components/text/time.tsx';
import { alertTexts } from '../../texts/alert-texts.ts';
import { texts } from '../../texts/texts.ts';
import classes from './alerts-screen.module.css';
import { AttemptTable } from './attempt-table.tsx';

const route = getRouteApi('/alerts/messages/$deliveryId');
const { messages: words, tabs } = alertTexts;
/** No event reports deliveries. */
const refetchInterval = 3_000;

/** A message and the attempts to deliver it. */
export function MessageScreen() {
  const id = Number(route.useParams().deliveryId);
  const queryClient = useQueryClient();
  const delivery = useQuery({
    ...read('deliveries.get', id),
    refetchInterval: ({ state }) => (state.data?.status === 'PENDING' ? refetchInterval : false),
    placeholderData: undefined,
  });
  const { data } = delivery;

  async function redeliver(): Promise<void> {
    try {
      await client.deliveries.redeliver(id);
      showNotification({ message: words.sentAgain });
    } catch (error) {
      showProblem(error);
    }
    await refreshQueries(queryClient, {
      predicate: ({ queryKey }) => String(queryKey[0]).startsWith('deliveries.'),
    });
  }

  if (isMissing(delivery.error))
    return (
      <MissingResource title={words.missing} hint={words.missingHint}>
        <LinkButton to="/alerts">{words.toList}</LinkButton>
      </MissingResource>
    );
  if (blockingError(delivery))
    return (
      <Page title={tabs.messages}>
        <ProblemNotice error={delivery.error} onRetry={() => void delivery.refetch()} />
      </Page>
    );
  return (
    <Page
      names={[data?.title, tabs.messages]}
      title={data?.title ?? ' '}
      above={<Link to="/alerts">{tabs.messages}</Link>}
      subtitle={
        data ? (
          <span className={classes.subtitle}>
            <DeliveryStatus delivery={data} />
            <Time at={data.createdAt} />
            {data.nextAttemptAt && data.attempts > 0 && (
              <span>
                {words.nextAttempt} <Time at={data.nextAttemptAt} />
              </span>
            )}
          </span>
        ) : (
          ' '
        )
      }
      actions={
        data &&
        data.status !== 'PENDING' && (
          <WriteButton variant="default" onClick={() => void redeliver()}>
            {words.redeliver}
          </WriteButton>
        )
      }
    >
      <div className={classes.columns}>
        <Panel title={words.content}>
          {data ? <MessagePreview message={data.message} /> : <Skeleton height={220} />}
        </Panel>
        <div className={classes.column}>
          <Panel title={words.details}>{data ? <Details delivery={data} /> : <Skeleton height={90} />}</Panel>
          <Panel title={words.attempts} flush>
            <AttemptTable attempts={data?.log} />
          </Panel>
        </div>
      </div>
    </Page>
  );
}

function Details({ delivery }: { delivery: DeliveryDetails }) {
  const { alertRuleId, destinationId, executionId, completedAt } = delivery;
  const { rules, destinations } = useAlertNames();
  const [rule, destination] = [rules?.get(alertRuleId), destinations?.get(destinationId)];
  const { columns } = words;
  return (
    <dl className={classes.result}>
      <dt>{columns.rule}</dt>
      <dd>
        {rule === undefined ? (
          rules && words.deleted
        ) : (
          <Link className={classes.name} to="/alerts/rules/$ruleId" params={{ ruleId: String(alertRuleId) }}>
            {rule}
          </Link>
        )}
      </dd>
      <dt>{columns.destination}</dt>
      <dd>
        {destination === undefined ? (
          destinations && words.deleted
        ) : (
          <Link
            className={classes.name}
            to="/alerts/destinations/$destinationId"
            params={{ destinationId: String(destinationId) }}
          >
            {destination}
          </Link>
        )}
      </dd>
      {executionId !== null && (
        <>
          <dt>{columns.run}</dt>
          <dd>
            <Link
              className={classes.name}
              to="/executions/$executionId"
              params={{ executionId: String(executionId) }}
            >
              {texts.captures.execution.title(executionId)}
            </Link>
          </dd>
        </>
      )}
      {completedAt !== null && (
        <>
          <dt>{columns.completed}</dt>
          <dd>
            <Time at={completedAt} />
          </dd>
        </>
      )}
    </dl>
  );
}
