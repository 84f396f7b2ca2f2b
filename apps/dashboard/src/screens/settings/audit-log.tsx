import { Button } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Panel } from '../../components/page.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import rows from '../../components/rows.module.css';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { Time } from '../../components/time.tsx';
import { WideTable } from '../../components/wide-table.tsx';
import { texts } from '../../texts/texts.ts';

const { settings, common } = texts;
const pageSize = 50;
const maxSize = 100;

/** What requests and commands changed, newest first. */
export function AuditLog() {
  const [size, setSize] = useState(pageSize);
  const { data, error, refetch } = api.useQuery('get', '/api/v1/audit-log', { params: { query: { size } } });
  if (error)
    return problemOf(error)?.code === 'forbidden' ? (
      <EmptyState icon="key" title={settings.noAccess} />
    ) : (
      <ProblemNotice error={error} onRetry={() => void refetch()} />
    );
  return (
    <Panel title={settings.audit} flush>
      {!data ? (
        <SkeletonRows count={8} height={22} />
      ) : data.content.length === 0 ? (
        <EmptyState icon="details" title={settings.auditNone} />
      ) : (
        <WideTable label={settings.audit}>
          <thead>
            <tr>
              <th scope="col">{settings.auditColumns.time}</th>
              <th scope="col">{settings.auditColumns.action}</th>
              <th scope="col">{settings.auditColumns.resource}</th>
              <th scope="col">{settings.auditColumns.actor}</th>
              <th scope="col" className={rows.spare}>
                {settings.auditColumns.address}
              </th>
            </tr>
          </thead>
          <tbody>
            {data.content.map((entry) => (
              <tr key={entry.id}>
                <td className={rows.muted}>
                  <Time at={entry.createdAt} />
                </td>
                <td>
                  <code>{entry.action}</code>
                </td>
                <td className={rows.muted}>
                  {entry.resourceType.toLowerCase().replaceAll('_', ' ')} {entry.resourceId}
                </td>
                <td className={rows.muted}>{settings.actors[entry.actor]}</td>
                <td className={`${rows.muted} ${rows.spare}`}>{entry.clientAddress}</td>
              </tr>
            ))}
          </tbody>
        </WideTable>
      )}
      {data && data.totalElements > data.content.length && size < maxSize && (
        <div className={rows.row}>
          <Button variant="default" onClick={() => setSize(maxSize)}>
            {common.loadMore}
          </Button>
        </div>
      )}
    </Panel>
  );
}
