import { Skeleton } from '@mantine/core';
import type { Delivery } from '@shotclock/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { blockingError } from '../../api/problem.ts';
import { read } from '../../api/read.ts';
import { MessagePreview } from '../../components/alerts/message-preview.tsx';
import { Page, Panel } from '../../components/layout/page.tsx';
import { Pager } from '../../components/layout/pager.tsx';
import { ProblemNotice } from '../../components/layout/problem-notice.tsx';
import rows from '../../components/layout/rows.module.css';
import { SkeletonRows } from '../../components/layout/skeleton-rows.tsx';
import { Time } from '../../components/text/time.tsx';
import { alertTexts } from '../../texts/alert-texts.ts';
import { EmptyInbox } from './empty-inbox.tsx';
import classes from './inbox-screen.module.css';

const route = getRouteApi('/inbox');
const { inbox: words } = alertTexts;
const pageSize = 20;
/** No event reports deliveries. */
const refetchInterval = 5_000;

/** Lists the messages to `inbox` destinations, newest first, and shows the selected one. */
export function InboxScreen() {
  const { message, page = 0 } = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, refetch } = useQuery({
    ...read('deliveries.list', { destinationKind: 'inbox', status: 'DELIVERED', page, size: pageSize }),
    refetchInterval: page === 0 ? refetchInterval : false,
  });
  const openId = message ?? data?.content[0]?.id;
  return (
    <Page title={words.title} subtitle={words.hint}>
      {blockingError({ data, error }) ? (
        <ProblemNotice error={error} onRetry={() => void refetch()} />
      ) : data?.totalElements === 0 ? (
        <EmptyInbox />
      ) : (
        <div className={classes.columns}>
          <Panel title={alertTexts.tabs.messages} flush>
            {!data ? (
              <SkeletonRows count={8} height={36} />
            ) : (
              <ul>
                {data.content.map((delivery) => (
                  <Row key={delivery.id} delivery={delivery} isOpen={delivery.id === openId} page={page} />
                ))}
              </ul>
            )}
            {data && (data.totalPages > 1 || page > 0) && (
              <footer className={rows.foot}>
                <Pager
                  page={page}
                  totalPages={data.totalPages}
                  onPage={(next) => void navigate({ search: next > 0 ? { page: next } : {} })}
                />
              </footer>
            )}
          </Panel>
          <OpenMessage id={openId} />
        </div>
      )}
    </Page>
  );
}

function Row({ delivery, isOpen, page }: { delivery: Delivery; isOpen: boolean; page: number }) {
  return (
    <li>
      <Link
        to="/inbox"
        search={{ message: delivery.id, ...(page > 0 && { page }) }}
        replace
        resetScroll={false}
        className={`${rows.row} ${classes.message}`}
        {...(isOpen && { 'aria-current': 'true' })}
      >
        <span className={classes.title}>{delivery.title}</span>
        <span className={rows.faint}>
          <Time at={delivery.createdAt} />
        </span>
      </Link>
    </li>
  );
}

/** @param props.id undefined until the list is loaded */
function OpenMessage({ id }: { id: number | undefined }) {
  const { data, error, refetch } = useQuery({ ...read('deliveries.get', id!), enabled: id !== undefined });
  return (
    <div className={classes.open}>
      <Panel
        title={data ? <Time at={data.createdAt} /> : words.message}
        aside={
          data && (
            <Link to="/alerts/messages/$deliveryId" params={{ deliveryId: String(data.id) }}>
              {words.details}
            </Link>
          )
        }
      >
        {blockingError({ data, error }) ? (
          <ProblemNotice error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <MessagePreview message={data.message} isLarge />
        ) : (
          <Skeleton height={360} />
        )}
      </Panel>
    </div>
  );
}
