import { Button, SegmentedControl } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMay } from '../../api/access.ts';
import { useMe } from '../../api/me.ts';
import { leaveSession, signOut } from '../../api/session.ts';
import { showProblem } from '../../api/show-problem.ts';
import { Icon } from '../../components/controls/icon.tsx';
import { Page } from '../../components/layout/page.tsx';
import { texts } from '../../texts/texts.ts';
import { AuditLog } from './audit-log.tsx';
import { Keys } from './keys.tsx';
import { Limits } from './limits.tsx';
import { Sessions } from './sessions.tsx';
import { settingsTabs } from './settings-search.ts';
import { System } from './system.tsx';

const route = getRouteApi('/settings');
const { settings } = texts;
const tabs = { keys: Keys, sessions: Sessions, limits: Limits, audit: AuditLog, system: System };

export function SettingsScreen() {
  const { tab = 'limits' } = route.useSearch();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const me = useMe();
  const Tab = tabs[tab];
  // Only operators can read the state of the system.
  const isOperator = useMay('admin') === true && me.data?.lostProtections !== null;
  const shownTabs = settingsTabs.filter((one) => one !== 'system' || isOperator || tab === 'system');

  async function leave(): Promise<void> {
    try {
      await signOut();
      await leaveSession(queryClient);
    } catch (error) {
      showProblem(error);
    }
  }

  return (
    <Page
      names={[settings.tabs[tab], settings.title]}
      title={settings.title}
      subtitle={me.data ? `${settings.account}: ${me.data.account.name}` : ' '}
      actions={
        <>
          <SegmentedControl
            aria-label={settings.title}
            value={tab}
            onChange={(value) => void navigate({ to: '/settings', search: { tab: value }, replace: true })}
            data={shownTabs.map((one) => ({ value: one, label: settings.tabs[one] }))}
          />
          {me.data?.key && (
            <Button
              variant="default"
              leftSection={<Icon name="signOut" size={14} />}
              onClick={() => void leave()}
            >
              {settings.signOut}
            </Button>
          )}
        </>
      }
    >
      <Tab />
    </Page>
  );
}
