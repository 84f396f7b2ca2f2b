import { Button, Modal } from '@mantine/core';
import type { ApiKey, CreatedApiKey } from '@shotclock/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../api/access.ts';
import { client } from '../../api/client.ts';
import { blockingError } from '../../api/problem.ts';
import { read } from '../../api/read.ts';
import { refreshQueries } from '../../api/refresh-queries.ts';
import { showProblem } from '../../api/show-problem.ts';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { Pager } from '../../components/layout/pager.tsx';
import { ProblemNotice } from '../../components/layout/problem-notice.tsx';
import rows from '../../components/layout/rows.module.css';
import { SkeletonRows } from '../../components/layout/skeleton-rows.tsx';
import { WideTable } from '../../components/layout/wide-table.tsx';
import { Tag } from '../../components/text/status.tsx';
import { Time } from '../../components/text/time.tsx';
import { systemTexts } from '../../texts/system-texts.ts';
import { texts } from '../../texts/texts.ts';
import { NewKey } from './new-key.tsx';
import { NewKeyForm } from './new-key-form.tsx';
import { RotateKey } from './rotate-key.tsx';
import classes from './settings.module.css';

const { settings, common } = texts;
const pageSize = 50;

/** The account's API keys. */
export function Keys() {
  const queryClient = useQueryClient();
  const [page, setPage] = useState(0);
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
  const [rotated, setRotated] = useState<ApiKey | null>(null);
  const [revoked, setRevoked] = useState<ApiKey | null>(null);
  const mayManage = useMay('admin');
  const { data, error, refetch } = useQuery({
    ...read('apiKeys.list', { page, size: pageSize }),
    enabled: mayManage === true,
  });
  const refresh = () => refreshQueries(queryClient, { queryKey: ['apiKeys.list'] });

  async function revoke(id: number): Promise<void> {
    await client.apiKeys.revoke(id).catch(showProblem);
    await refresh();
  }

  if (mayManage === false) return <EmptyState icon="key" title={systemTexts.noAccess} />;
  if (blockingError({ data, error })) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  return (
    <Panel
      title={settings.tabs.keys}
      flush
      aside={<Button onClick={() => setCreating(true)}>{settings.create}</Button>}
    >
      {!data ? (
        <SkeletonRows count={3} height={28} />
      ) : data.content.length === 0 ? (
        <EmptyState icon="key" title={settings.noKeys} hint={systemTexts.openMode} />
      ) : (
        <WideTable label={settings.tabs.keys} stacks>
          <thead>
            <tr>
              <th scope="col">{settings.name}</th>
              <th scope="col">{settings.scopes}</th>
              <th scope="col">{settings.lastUsed}</th>
              <th scope="col">{settings.expires}</th>
              <th scope="col" aria-label={settings.revoke} />
            </tr>
          </thead>
          <tbody>
            {data.content.map((key) => (
              <tr key={key.id}>
                <td>
                  <span className={rows.strong}>{key.name}</span> <code>{key.prefix}…</code>
                </td>
                <td data-label={settings.scopes}>
                  <span className={classes.scopes}>
                    {key.scopes.map((scope) => (
                      <Tag key={scope}>{settings.scopeNames[scope]}</Tag>
                    ))}
                  </span>
                </td>
                <td className={rows.muted} data-label={settings.lastUsed}>
                  {key.lastUsedAt ? <Time at={key.lastUsedAt} /> : common.never}
                </td>
                <td className={rows.muted} data-label={settings.expires}>
                  {key.expiresAt ? <Time at={key.expiresAt} /> : common.never}
                </td>
                <td className={rows.number}>
                  {key.revokedAt ? (
                    <Tag tone="bad">{settings.revoked}</Tag>
                  ) : (
                    <>
                      <Button variant="subtle" color="gray" size="compact-xs" onClick={() => setRotated(key)}>
                        {settings.rotate}
                      </Button>
                      <Button variant="subtle" color="red" size="compact-xs" onClick={() => setRevoked(key)}>
                        {settings.revoke}
                      </Button>
                    </>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </WideTable>
      )}
      <Modal
        opened={isCreating}
        onClose={() => setCreating(false)}
        title={settings.createTitle}
        closeButtonProps={{ 'aria-label': common.close }}
      >
        <NewKeyForm
          onCreated={(key) => {
            setCreating(false);
            setCreated(key);
            void refresh();
          }}
        />
      </Modal>
      {data && data.totalPages > 1 && (
        <footer className={classes.pager}>
          <Pager page={page} totalPages={data.totalPages} onPage={setPage} />
        </footer>
      )}
      <RotateKey
        rotated={rotated}
        onClose={() => setRotated(null)}
        onCreated={(key) => {
          setRotated(null);
          setCreated(key);
          void refresh();
        }}
      />
      <NewKey created={created} onClose={() => setCreated(null)} />
      <ConfirmDialog
        isOpen={revoked !== null}
        title={settings.revokeTitle}
        hint={`${revoked?.name ?? ''}: ${settings.revokeHint}`}
        action={settings.revoke}
        onCancel={() => setRevoked(null)}
        onConfirm={async () => {
          if (revoked) await revoke(revoked.id);
        }}
      />
    </Panel>
  );
}
