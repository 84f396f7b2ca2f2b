import type { ContentCheck } from '@shotclock/client';
import { texts } from '../../texts/texts.ts';
import { WriteButton } from '../controls/write-button.tsx';
import { actionsOf, type CheckAction, checkKeys } from './check-actions.ts';

const { actions } = texts.checks;

type CheckButtonsProps = {
  check: ContentCheck;
  size: 'xs' | 'compact-xs';
  onAct: (action: CheckAction, check: ContentCheck) => void;
};

/** The buttons of a check. Their keys act on the focused check. */
export const CheckButtons = ({ check, size, onAct }: CheckButtonsProps) =>
  actionsOf(check).map((action) => {
    const label = action === 'accept' && check.acceptedAt ? actions.revoke : actions[action];
    return (
      <WriteButton
        key={action}
        variant="default"
        size={size}
        title={`${label} (${checkKeys[action]})`}
        aria-keyshortcuts={checkKeys[action]}
        onClick={() => onAct(action, check)}
      >
        {label}
      </WriteButton>
    );
  });
