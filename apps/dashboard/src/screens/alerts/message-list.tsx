import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { blockingError } from '../../api/problem.ts';
import { read } from '../../api/read.ts';
import { DeliveryStatus } from '../../components/alerts/delivery-status.tsx';
import { useAlertNames } from '../../components/alerts/use-alert-names.ts';
import { LinkButton } from '../../components/controls/link-button.tsx';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { Pager } from '../../components/layout/pager.tsx';
import { ProblemNotice } from '../../components/layout/problem-notice.tsx';
import rows from '../../components/layout/rows.module.css';
import { SkeletonRows } from '../../components/layout/skeleton-rows.tsx';
import { WideTable } from '../../components/layout/wide-table.tsx';
import { Time } from '../../components/text/time.tsx';
import { alertTexts } from '../../texts/alert-texts.ts';
import { texts } from '../../texts/texts.ts';
import classes from './alerts-screen.module.css';
import { parseAlertsSearch, type SearchChange } from './alerts-search.ts';
import { MessageFilters } from './message-filters.tsx';

const route = getRouteApi('/alerts');
const { messages: words, tabs } = alertTexts;
const pageSize = 25;
/** No event reports deliveries. */
const refetchInterval = 10_000;

/** The log of messages, newest first. */
export function MessageList() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { tab: _, page = 0, ...filters } = search;
  const { data, error, refetch } = useQuery({
    ...read('deliveries.list', { ...filters, page, size: pageSize }),
    refetchInterval: page === 0 ? refetchInterval : false,
  });
  const { rules, destinations } = useAlertNames();
  const setSearch = (change: SearchChange) =>
    void navigate({
      to: '/alerts',
      search: parseAlertsSearch({ ...search, page: undefined, ...change }),
      replace: true,
      resetScroll: false,
    });
  if (blockingError({ data, error })) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Panel title={tabs.messages} flush>
      {(isFiltered || data?.totalElements !== 0) && (
        <MessageFilters search={search} onChange={setSearch} rules={rules} destinations={destinations} />
      )}
      {!data || !rules || !destinations ? (
        <SkeletonRows count={8} height={22} />
      ) : data.content.length > 0 ? (
        <WideTable label={tabs.messages} stacks>
          <thead>
            <tr>
              <th scope="col">{words.columns.message}</th>
              <th scope="col">{texts.common.status}</th>
              <th scope="col">{words.columns.rule}</th>
              <th scope="col">{words.columns.destination}</th>
              <th scope="col">{words.columns.time}</th>
            </tr>
          </thead>
          <tbody>
            {data.content.map((delivery) => (
              <tr key={delivery.id}>
                <td>
                  <Link
                    to="/alerts/messages/$deliveryId"
                    params={{ deliveryId: String(delivery.id) }}
                    className={`${rows.strong} ${classes.name}`}
                  >
                    {delivery.title}
                  </Link>
                </td>
                <td>
                  <DeliveryStatus delivery={delivery} />
                </td>
                <td className={`${rows.muted} ${classes.name}`} data-label={words.columns.rule}>
                  {rules.get(delivery.alertRuleId) ?? words.deleted}
                </td>
                <td className={`${rows.muted} ${classes.name}`} data-label={words.columns.destination}>
                  {destinations.get(delivery.destinationId) ?? words.deleted}
                </td>
                <td className={rows.muted} data-label={words.columns.time}>
                  <Time at={delivery.createdAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </WideTable>
      ) : isFiltered ? (
        <EmptyState icon="bell" title={texts.activity.none} />
      ) : (
        <NothingSent hasDestinations={destinations.size > 0} hasRules={rules.size > 0} />
      )}
      {data && (data.totalPages > 1 || page > 0) && (
        <footer className={rows.foot}>
          <Pager page={page} totalPages={data.totalPages} onPage={(next) => setSearch({ page: next })} />
        </footer>
      )}
    </Panel>
  );
}

/** Says what is still missing for the first message. */
function NothingSent({ hasDestinations, hasRules }: { hasDestinations: boolean; hasRules: boolean }) {
  if (hasRules && hasDestinations)
    return <EmptyState icon="bell" title={words.none} hint={words.waitingHint} />;
  return (
    <EmptyState icon="bell" title={words.none} hint={hasDestinations ? words.needsRule : words.needsBoth}>
      <LinkButton to={hasDestinations ? '/alerts/rules/new' : '/alerts/destinations/new'}>
        {hasDestinations ? alertTexts.rules.create : alertTexts.destinations.create}
      </LinkButton>
    </EmptyState>
  );
}
