import { SegmentedControl } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Page } from '../../components/layout/page.tsx';
import { alertTexts } from '../../texts/alert-texts.ts';
import { alertTabs } from './alerts-search.ts';
import { DestinationList } from './destination-list.tsx';
import { MessageList } from './message-list.tsx';
import { RuleList } from './rule-list.tsx';

const route = getRouteApi('/alerts');
const lists = { messages: MessageList, rules: RuleList, destinations: DestinationList };

export function AlertsScreen() {
  const { tab = 'messages' } = route.useSearch();
  const navigate = useNavigate();
  const List = lists[tab];
  return (
    <Page
      names={[alertTexts.tabs[tab], alertTexts.title]}
      title={alertTexts.title}
      subtitle={alertTexts.hints[tab]}
      actions={
        <SegmentedControl
          aria-label={alertTexts.title}
          value={tab}
          onChange={(value) => void navigate({ to: '/alerts', search: { tab: value }, replace: true })}
          data={alertTabs.map((one) => ({ value: one, label: alertTexts.tabs[one] }))}
        />
      }
    >
      <List />
    </Page>
  );
}
