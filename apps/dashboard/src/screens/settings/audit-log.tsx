import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMay } from '../../api/access.ts';
import { blockingError } from '../../api/problem.ts';
import { read } from '../../api/read.ts';
import { periodOf } from '../../components/dates/period-of.ts';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { Pager } from '../../components/layout/pager.tsx';
import { ProblemNotice } from '../../components/layout/problem-notice.tsx';
import rows from '../../components/layout/rows.module.css';
import { SkeletonRows } from '../../components/layout/skeleton-rows.tsx';
import { WideTable } from '../../components/layout/wide-table.tsx';
import { Time } from '../../components/text/time.tsx';
import { systemTexts } from '../../texts/system-texts.ts';
import { texts } from '../../texts/texts.ts';
import { AuditFilters } from './audit-filters.tsx';
import { auditSentence } from './audit-sentence.ts';
import classes from './settings.module.css';
import { parseSettingsSearch, type SettingsSearch } from './settings-search.ts';

const route = getRouteApi('/settings');
const { settings } = texts;
const pageSize = 50;

/** The changes made by requests and commands, newest first. */
export function AuditLog() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const mayRead = useMay('admin');
  const { page = 0, actor, resourceType, from, to } = search;
  const filters = {
    ...(actor && { actor }),
    ...(resourceType && { resourceType }),
    ...periodOf({ from, to }),
  };
  const { data, error, refetch } = useQuery({
    ...read('auditLog.list', { ...filters, page, size: pageSize, expand: 'resourceName' }),
    enabled: mayRead === true,
  });
  const setSearch = (change: { [Field in keyof SettingsSearch]?: SettingsSearch[Field] | undefined }) =>
    void navigate({
      to: '/settings',
      search: parseSettingsSearch({ ...search, page: undefined, ...change }),
      replace: true,
      resetScroll: false,
    });
  if (mayRead === false) return <EmptyState icon="key" title={systemTexts.noAccess} />;
  if (blockingError({ data, error })) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  return (
    <Panel title={settings.tabs.audit} flush>
      <AuditFilters search={search} onChange={setSearch} />
      {!data ? (
        <SkeletonRows count={8} height={22} />
      ) : data.content.length === 0 ? (
        <EmptyState
          icon="details"
          title={Object.keys(filters).length > 0 ? texts.activity.none : settings.auditNone}
        />
      ) : (
        <WideTable label={settings.tabs.audit} stacks>
          <thead>
            <tr>
              <th scope="col">{settings.auditColumns.time}</th>
              <th scope="col">{settings.auditColumns.action}</th>
              <th scope="col">{settings.auditColumns.actor}</th>
              <th scope="col">{settings.auditColumns.operation}</th>
              <th scope="col">{settings.auditColumns.address}</th>
            </tr>
          </thead>
          <tbody>
            {data.content.map((entry) => (
              <tr key={entry.id}>
                <td className={rows.muted}>
                  <Time at={entry.createdAt} />
                </td>
                <td className={classes.sentence} title={entry.action}>
                  {auditSentence(entry)}
                </td>
                <td className={rows.muted} data-label={settings.auditColumns.actor}>
                  {settings.actors[entry.actor]}
                </td>
                <td className={rows.muted} data-label={settings.auditColumns.operation}>
                  <code>{entry.action}</code>
                </td>
                <td
                  className={rows.muted}
                  {...(entry.clientAddress !== null && { 'data-label': settings.auditColumns.address })}
                >
                  {entry.clientAddress}
                </td>
              </tr>
            ))}
          </tbody>
        </WideTable>
      )}
      {data && (data.totalPages > 1 || page > 0) && (
        <footer className={classes.pager}>
          <Pager page={page} totalPages={data.totalPages} onPage={(next) => setSearch({ page: next })} />
        </footer>
      )}
    </Panel>
  );
}
