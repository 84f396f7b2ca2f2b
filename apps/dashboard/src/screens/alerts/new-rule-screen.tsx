import { showNotification } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { client } from '../../api/client.ts';
import { refreshQueries } from '../../api/refresh-queries.ts';
import { PreviewPanel } from '../../components/alerts/preview-panel.tsx';
import { newRuleDraft } from '../../components/alerts/rule-draft.ts';
import { RuleForm } from '../../components/alerts/rule-form.tsx';
import { Page } from '../../components/layout/page.tsx';
import { alertTexts } from '../../texts/alert-texts.ts';

const route = getRouteApi('/alerts/rules/new');
const { rules } = alertTexts;

export function NewRuleScreen() {
  const about = route.useSearch();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return (
    <Page
      title={rules.createTitle}
      above={
        <Link to="/alerts" search={{ tab: 'rules' }}>
          {alertTexts.title}
        </Link>
      }
    >
      <RuleForm
        initial={newRuleDraft(about)}
        submitLabel={rules.submit}
        onSave={(rule) => client.alertRules.create(rule)}
        side={(rule) => <PreviewPanel rule={rule} />}
        onSaved={async () => {
          showNotification({ message: rules.created });
          await refreshQueries(queryClient, { queryKey: ['alertRules.list'] });
          await navigate({ to: '/alerts', search: { tab: 'rules' } });
        }}
      />
    </Page>
  );
}
