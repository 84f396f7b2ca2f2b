import type { Protection } from '@shotclock/client';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Icon } from '../../components/controls/icon.tsx';
import { systemTexts } from '../../texts/system-texts.ts';
import classes from './lost-rights.module.css';

const storageKey = 'shotclock-lost-rights';

/** Says which protections workers lack, until the operator dismisses it in this browser. Another loss shows it again. */
export default function LostRights({ lost: protections }: { lost: readonly Protection[] }) {
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(storageKey));
  const lost = protections.join(' ');
  if (lost === dismissed) return null;
  const names = protections.map((one) => systemTexts.protections[one]);
  return (
    <aside className={classes.notice} aria-label={systemTexts.lostRights}>
      <p>
        {systemTexts.withoutProtection(names)}{' '}
        <Link to="/settings" search={{ tab: 'system' }}>
          {systemTexts.lostRightsAction}
        </Link>
      </p>
      <button
        type="button"
        className={classes.dismiss}
        aria-label={systemTexts.dismiss}
        title={systemTexts.dismiss}
        onClick={() => {
          localStorage.setItem(storageKey, lost);
          setDismissed(lost);
        }}
      >
        <Icon name="cross" size={14} />
      </button>
    </aside>
  );
}
