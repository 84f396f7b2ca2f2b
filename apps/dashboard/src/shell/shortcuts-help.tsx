import { Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { checkActions, checkKeys } from '../components/changes/check-actions.ts';
import { screenShortcuts } from '../screens.ts';
import { texts } from '../texts/texts.ts';
import classes from './shortcuts-help.module.css';

const { shortcuts, history, checks } = texts;
type Row = [keys: string[], what: string];
const groups: [title: string, rows: Row[]][] = [
  [
    shortcuts.general,
    [
      [['/'], shortcuts.find],
      [['?'], shortcuts.help],
      ...screenShortcuts.map(({ key, help }): Row => [[key.toUpperCase()], help]),
    ],
  ],
  [
    shortcuts.changes,
    [
      [['J', 'K'], shortcuts.change],
      ...checkActions.map((action): Row => [[checkKeys[action]], checks.actions[action]]),
    ],
  ],
  [
    shortcuts.history,
    [
      [['←', '→'], history.keys.step],
      [['↑', '↓'], history.keys.item],
      [[',', '.'], history.keys.change],
      [['P'], history.keys.play],
      [['C'], history.keys.compare],
      [['1', '…', '7'], history.keys.modes],
      [['D'], history.keys.difference],
      [['S'], history.keys.split],
      [['O'], history.keys.onion],
      [['Space'], history.keys.fit],
    ],
  ],
];

export function ShortcutsHelp({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  // Opens the dialog only after mounting, because a dialog that is initially open cannot restore focus.
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return (
    <Modal
      opened={isOpen && isMounted}
      onClose={onClose}
      title={shortcuts.title}
      closeButtonProps={{ 'aria-label': texts.common.close }}
    >
      <p className={classes.more}>
        <a href="/handbook/">{shortcuts.handbook}</a>
      </p>
      {groups.map(([title, rows]) => (
        <section key={title} className={classes.group}>
          <h3>{title}</h3>
          <dl className={classes.rows}>
            {rows.map(([keys, what]) => (
              <div key={what} className={classes.row}>
                <dt>
                  {keys.map((key) => (
                    <kbd key={key} className={classes.key}>
                      {key}
                    </kbd>
                  ))}
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  );
}
