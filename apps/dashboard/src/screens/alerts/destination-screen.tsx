import { destinationKinds } from 'virtual:destination-kinds';
import { Skeleton } from '@mantine/core';
import { showNotification } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { blockingError, isMissing } from '../../api/problem.ts';
import { read } from '../../api/read.ts';
import { refreshQueries } from '../../api/refresh-queries.ts';
import { showProblem } from '../../api/show-problem.ts';
import { DestinationForm } from '../../components/alerts/destination-form.tsx';
import { DestinationState } from '../../components/alerts/destination-state.tsx';
import { kindName } from '../../components/alerts/kind-texts.ts';
import { NewSecret } from '../../components/alerts/new-secret.tsx';
import { LinkButton } from '../../components/controls/link-button.tsx';
import { WriteButton } from '../../components/controls/write-button.tsx';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { MissingResource } from '../../components/layout/missing-resource.tsx';
import { Page } from '../../components/layout/page.tsx';
import { ProblemNotice } from '../../components/layout/problem-notice.tsx';
import { alertTexts } from '../../texts/alert-texts.ts';
import { texts } from '../../texts/texts.ts';
import classes from './alerts-screen.module.css';
import { TestPanel } from './test-panel.tsx';

const route = getRouteApi('/alerts/destinations/$destinationId');
const { destinations } = alertTexts;
/** The kinds whose secret can be generated. */
const withSecret = destinationKinds.filter(({ fields }) => fields.some(({ name }) => name === 'secret'));

export function DestinationScreen() {
  const id = Number(route.useParams().destinationId);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<'rotate' | 'delete' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const destination = useQuery({ ...read('destinations.get', id), placeholderData: undefined });
  const { data } = destination;
  const refresh = () =>
    refreshQueries(queryClient, {
      predicate: ({ queryKey }) => String(queryKey[0]).startsWith('destinations.'),
    });

  async function change(action: () => Promise<unknown>, message?: string): Promise<boolean> {
    try {
      await action();
      if (message) showNotification({ message });
      await refresh();
      return true;
    } catch (error) {
      showProblem(error);
      return false;
    }
  }
  async function remove(): Promise<void> {
    try {
      await client.destinations.delete(id);
    } catch (error) {
      return showProblem(error);
    }
    showNotification({ message: destinations.deleted });
    // The destination itself can no longer be read.
    await refreshQueries(queryClient, { queryKey: ['destinations.list'] });
    await navigate({ to: '/alerts', search: { tab: 'destinations' }, ignoreBlocker: true });
  }
  const rotate = async () => setSecret((await client.destinations.rotateSecret(id)).secret);

  if (isMissing(destination.error))
    return (
      <MissingResource title={destinations.missing} hint={texts.problems.missing.deleted}>
        <LinkButton to="/alerts" search={{ tab: 'destinations' }}>
          {destinations.toList}
        </LinkButton>
      </MissingResource>
    );
  if (blockingError(destination))
    return (
      <Page title={alertTexts.tabs.destinations}>
        <ProblemNotice error={destination.error} onRetry={() => void destination.refetch()} />
      </Page>
    );
  return (
    <Page
      names={[data?.name, alertTexts.tabs.destinations]}
      title={data?.name ?? ' '}
      above={
        <Link to="/alerts" search={{ tab: 'destinations' }}>
          {alertTexts.tabs.destinations}
        </Link>
      }
      subtitle={
        data ? (
          <span className={classes.subtitle}>
            <DestinationState destination={data} />
            <span>{kindName(data.kind)}</span>
            {data.origin && <span className={classes.origin}>{data.origin}</span>}
          </span>
        ) : (
          ' '
        )
      }
      actions={
        data && (
          <>
            {data.status === 'DISABLED' ? (
              <WriteButton
                onClick={() =>
                  void change(
                    () => client.destinations.update(id, { status: 'ACTIVE' }),
                    destinations.enabled,
                  )
                }
              >
                {destinations.enable}
              </WriteButton>
            ) : (
              <WriteButton
                variant="default"
                onClick={() =>
                  void change(
                    () => client.destinations.update(id, { status: 'DISABLED' }),
                    destinations.disabledNow,
                  )
                }
              >
                {destinations.disable}
              </WriteButton>
            )}
            {withSecret.some(({ kind }) => kind === data.kind) && (
              <WriteButton variant="default" onClick={() => setAsked('rotate')}>
                {destinations.rotate}
              </WriteButton>
            )}
            <WriteButton variant="default" color="red" onClick={() => setAsked('delete')}>
              {destinations.delete}
            </WriteButton>
          </>
        )
      }
    >
      {data?.disabledReason && <p className={classes.reason}>{destinations.reasons[data.disabledReason]}</p>}
      {data ? (
        <DestinationForm
          key={id}
          destination={data}
          side={
            data.kind === 'inbox' ? (
              <LinkButton to="/inbox">{alertTexts.inbox.open}</LinkButton>
            ) : (
              <TestPanel destinationId={id} />
            )
          }
          onSaved={async () => {
            showNotification({ message: destinations.saved });
            await refresh();
          }}
        />
      ) : (
        <Skeleton height={360} />
      )}
      <NewSecret secret={secret} onClose={() => setSecret(null)} />
      <ConfirmDialog
        isOpen={asked === 'rotate'}
        title={destinations.rotateTitle}
        hint={destinations.rotateHint}
        action={destinations.rotate}
        onCancel={() => setAsked(null)}
        onConfirm={async () => void (await change(rotate))}
      />
      <ConfirmDialog
        isOpen={asked === 'delete'}
        title={destinations.deleteTitle}
        hint={destinations.deleteHint}
        action={destinations.delete}
        onCancel={() => setAsked(null)}
        onConfirm={remove}
      />
    </Page>
  );
}
