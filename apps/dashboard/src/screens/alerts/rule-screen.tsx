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
import { PreviewPanel } from '../../components/alerts/preview-panel.tsx';
import { draftOfRule } from '../../components/alerts/rule-draft.ts';
import { RuleForm } from '../../components/alerts/rule-form.tsx';
import { LinkButton } from '../../components/controls/link-button.tsx';
import { WriteButton } from '../../components/controls/write-button.tsx';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { MissingResource } from '../../components/layout/missing-resource.tsx';
import { Page } from '../../components/layout/page.tsx';
import { ProblemNotice } from '../../components/layout/problem-notice.tsx';
import { alertTexts } from '../../texts/alert-texts.ts';
import { texts } from '../../texts/texts.ts';

const route = getRouteApi('/alerts/rules/$ruleId');
const { rules } = alertTexts;

export function RuleScreen() {
  const id = Number(route.useParams().ruleId);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [isDeleting, setDeleting] = useState(false);
  const rule = useQuery({ ...read('alertRules.get', id), placeholderData: undefined });
  const { data } = rule;
  const refresh = () =>
    refreshQueries(queryClient, {
      predicate: ({ queryKey }) => String(queryKey[0]).startsWith('alertRules.'),
    });

  async function remove(): Promise<void> {
    try {
      await client.alertRules.delete(id);
    } catch (error) {
      return showProblem(error);
    }
    showNotification({ message: rules.deleted });
    await refreshQueries(queryClient, { queryKey: ['alertRules.list'] });
    await navigate({ to: '/alerts', search: { tab: 'rules' }, ignoreBlocker: true });
  }

  if (isMissing(rule.error))
    return (
      <MissingResource title={rules.missing} hint={texts.problems.missing.deleted}>
        <LinkButton to="/alerts" search={{ tab: 'rules' }}>
          {rules.toList}
        </LinkButton>
      </MissingResource>
    );
  if (blockingError(rule))
    return (
      <Page title={alertTexts.tabs.rules}>
        <ProblemNotice error={rule.error} onRetry={() => void rule.refetch()} />
      </Page>
    );
  return (
    <Page
      names={[data?.name, alertTexts.tabs.rules]}
      title={data?.name ?? ' '}
      above={
        <Link to="/alerts" search={{ tab: 'rules' }}>
          {alertTexts.tabs.rules}
        </Link>
      }
      subtitle={data && !data.enabled ? rules.offHint : ' '}
      actions={
        data && (
          <WriteButton variant="default" color="red" onClick={() => setDeleting(true)}>
            {rules.delete}
          </WriteButton>
        )
      }
    >
      {data ? (
        <RuleForm
          key={id}
          initial={draftOfRule(data)}
          submitLabel={rules.save}
          onSave={(changes) => client.alertRules.update(id, changes)}
          side={(rule) => <PreviewPanel rule={rule} />}
          onSaved={async () => {
            showNotification({ message: rules.saved });
            await refresh();
          }}
        />
      ) : (
        <Skeleton height={480} />
      )}
      <ConfirmDialog
        isOpen={isDeleting}
        title={rules.deleteTitle}
        hint={rules.deleteHint}
        action={rules.delete}
        onCancel={() => setDeleting(false)}
        onConfirm={remove}
      />
    </Page>
  );
}
