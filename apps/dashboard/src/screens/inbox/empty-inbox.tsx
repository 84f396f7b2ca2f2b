import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { client } from '../../api/client.ts';
import { refreshQueries } from '../../api/refresh-queries.ts';
import { allRules } from '../../components/alerts/use-alert-names.ts';
import { useDestinations } from '../../components/alerts/use-destinations.ts';
import { LinkButton } from '../../components/controls/link-button.tsx';
import { WriteButton } from '../../components/controls/write-button.tsx';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { ProblemNotice } from '../../components/layout/problem-notice.tsx';
import { SkeletonRows } from '../../components/layout/skeleton-rows.tsx';
import { alertTexts } from '../../texts/alert-texts.ts';

const { inbox: words } = alertTexts;

/** Offers what is still missing for the first message: a destination, then a rule. */
export function EmptyInbox() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const rules = useQuery(allRules());
  const { destinations } = useDestinations();
  const creation = useMutation({
    mutationFn: () => client.destinations.create({ name: words.title, kind: 'inbox', config: {} }),
    async onSuccess({ id }) {
      await refreshQueries(queryClient, { queryKey: ['destinations.list'] });
      void navigate({ to: '/alerts/rules/new', search: { destinationId: id } });
    },
  });
  if (!rules.data || !destinations) return <SkeletonRows count={4} height={36} />;
  const inboxes = destinations.filter(({ kind }) => kind === 'inbox').map(({ id }) => id);
  const hasRule = rules.data.content.some(({ destinationIds }) =>
    destinationIds.some((id) => inboxes.includes(id)),
  );
  return (
    <>
      {creation.error && <ProblemNotice error={creation.error} />}
      {inboxes[0] === undefined ? (
        <EmptyState icon="bell" title={alertTexts.messages.none} hint={words.needsInbox}>
          <WriteButton loading={creation.isPending} onClick={() => creation.mutate()}>
            {words.create}
          </WriteButton>
        </EmptyState>
      ) : hasRule ? (
        <EmptyState icon="bell" title={alertTexts.messages.none} hint={alertTexts.messages.waitingHint} />
      ) : (
        <EmptyState icon="bell" title={alertTexts.messages.none} hint={alertTexts.messages.needsRule}>
          <LinkButton to="/alerts/rules/new" search={{ destinationId: inboxes[0] }}>
            {alertTexts.rules.create}
          </LinkButton>
        </EmptyState>
      )}
    </>
  );
}
