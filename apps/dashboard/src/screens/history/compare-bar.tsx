import { ActionIcon, Button, SegmentedControl, Tooltip } from '@mantine/core';
import type { Screenshot } from '@shotclock/client';
import type { MouseEvent } from 'react';
import { Icon, type IconName } from '../../components/controls/icon.tsx';
import { leaveFocus } from '../../components/controls/leave-focus.ts';
import { Time } from '../../components/text/time.tsx';
import { texts } from '../../texts/texts.ts';
import classes from './compare-bar.module.css';
import { type CompareMode, compareModes } from './history-search.ts';

const icons: Record<CompareMode, IconName> = {
  slider: 'slider',
  split: 'split',
  onion: 'onion',
  switch: 'switch',
  difference: 'difference',
  text: 'text',
  html: 'code',
};

/** After a click, the arrow keys must step through captures again instead of switching the comparison mode. */
function leaveAfterClick({ detail }: MouseEvent): void {
  if (detail > 0) leaveFocus();
}

type CompareBarProps = {
  selected: Screenshot | undefined;
  other: Screenshot | null;
  mode: CompareMode;
  onMode: (mode: CompareMode) => void;
  onCompare: () => void;
  onStop: () => void;
  onSwap: () => void;
};

/** Starts and ends a comparison, and selects its mode. */
export function CompareBar({ selected, other, mode, onMode, onCompare, onStop, onSwap }: CompareBarProps) {
  const { history } = texts;
  if (other === null)
    return (
      <Button variant="default" leftSection={<Icon name="difference" />} onClick={onCompare}>
        {history.compare}
      </Button>
    );
  const isSelected = selected?.id === other.id;
  return (
    <div className={classes.bar}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: it only removes the focus from the control inside */}
      <div className={classes.modes} onClick={leaveAfterClick}>
        <SegmentedControl
          value={mode}
          onChange={(value) => onMode(value)}
          aria-label={history.keys.modes}
          data={compareModes.map((one) => ({
            value: one,
            label: (
              <span className={classes.mode} title={history.modes[one]}>
                <Icon name={icons[one]} size={15} />
                <span className={classes.name}>{history.modes[one]}</span>
              </span>
            ),
          }))}
        />
      </div>
      <span className={classes.other}>
        {isSelected ? (
          history.pinned
        ) : (
          <>
            {history.compareWith} <Time at={other.completedAt ?? other.createdAt} absolute />
          </>
        )}
      </span>
      <Tooltip label={history.swap}>
        <ActionIcon
          variant="subtle"
          color="gray"
          onClick={onSwap}
          disabled={isSelected}
          aria-label={history.swap}
        >
          <Icon name="switch" />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={history.stopComparing}>
        <ActionIcon variant="subtle" color="gray" onClick={onStop} aria-label={history.stopComparing}>
          <Icon name="cross" />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
