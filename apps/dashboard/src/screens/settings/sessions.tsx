import { Button } from '@mantine/core';
import { showNotification } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../api/access.ts';
import { client } from '../../api/client.ts';
import { blockingError } from '../../api/problem.ts';
import { read } from '../../api/read.ts';
import { refreshQueries } from '../../api/refresh-queries.ts';
import { showProblem } from '../../api/show-problem.ts';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { Pager } from '../../components/layout/pager.tsx';
import { ProblemNotice } from '../../components/layout/problem-notice.tsx';
import rows from '../../components/layout/rows.module.css';
import { SkeletonRows } from '../../components/layout/skeleton-rows.tsx';
import { WideTable } from '../../components/layout/wide-table.tsx';
import { formatTime } from '../../components/text/format.ts';
import { Tag } from '../../components/text/status.tsx';
import { Time } from '../../components/text/time.tsx';
import { systemTexts } from '../../texts/system-texts.ts';
import { texts } from '../../texts/texts.ts';
import classes from './settings.module.css';

const { settings } = texts;
const { sessionColumns: columns } = settings;
const pageSize = 50;

/** The active sessions of the account, one for each signed-in browser. */
export function Sessions() {
  const queryClient = useQueryClient();
  const [page, setPage] = useState(0);
  const mayManage = useMay('admin');
  const { data, error, refetch } = useQuery({
    ...read('sessions.list', { page, size: pageSize }),
    enabled: mayManage === true,
  });

  async function end(id: number): Promise<void> {
    try {
      await client.sessions.revoke(id);
      showNotification({ message: settings.sessionEnded });
    } catch (problem) {
      showProblem(problem);
    }
    await refreshQueries(queryClient, { queryKey: ['sessions.list'] });
  }

  if (mayManage === false) return <EmptyState icon="key" title={systemTexts.noAccess} />;
  if (blockingError({ data, error })) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  return (
    <Panel title={settings.sessions} flush>
      {!data ? (
        <SkeletonRows count={3} height={28} />
      ) : data.content.length === 0 ? (
        <EmptyState icon="key" title={settings.noSessions} hint={systemTexts.openMode} />
      ) : (
        <WideTable label={settings.sessions} stacks>
          <thead>
            <tr>
              <th scope="col">{columns.key}</th>
              <th scope="col">{columns.address}</th>
              <th scope="col">{columns.since}</th>
              <th scope="col">{columns.until}</th>
              <th scope="col" aria-label={settings.endSession} />
            </tr>
          </thead>
          <tbody>
            {data.content.map((session) => (
              <tr key={session.id}>
                <td>
                  <span className={rows.strong}>{session.keyName}</span> <code>{session.keyPrefix}…</code>
                </td>
                <td className={rows.muted} data-label={columns.address}>
                  {session.clientAddress ?? texts.common.none}
                </td>
                <td className={rows.muted} data-label={columns.since}>
                  <Time at={session.createdAt} />
                </td>
                <td className={rows.muted} data-label={columns.until}>
                  <Time at={session.expiresAt} />
                </td>
                <td className={rows.number}>
                  {session.current ? (
                    <Tag tone="good">{settings.thisSession}</Tag>
                  ) : (
                    <Button
                      variant="subtle"
                      color="red"
                      size="compact-xs"
                      onClick={() => void end(session.id)}
                      aria-label={settings.endSessionOf(
                        session.keyPrefix,
                        formatTime(new Date(session.createdAt)),
                      )}
                    >
                      {settings.endSession}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </WideTable>
      )}
      {data && data.content.length > 0 && <p className={classes.note}>{settings.sessionsHint}</p>}
      {data && data.totalPages > 1 && (
        <footer className={classes.pager}>
          <Pager page={page} totalPages={data.totalPages} onPage={setPage} />
        </footer>
      )}
    </Panel>
  );
}
