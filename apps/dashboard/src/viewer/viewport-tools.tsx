import { ActionIcon, Tooltip } from '@mantine/core';
import { Icon, type IconName } from '../components/controls/icon.tsx';
import { texts } from '../texts/texts.ts';
import type { Viewport } from './use-viewport.ts';
import classes from './viewer.module.css';

/** Buttons for the actions of the wheel and the keys. */
export function ViewportTools({ viewport }: { viewport: Viewport }) {
  const { history } = texts;
  const tools: [icon: IconName, label: string, act: () => void][] = [
    ['zoomOut', history.zoomOut, () => viewport.zoomBy(1 / 1.4)],
    ['zoomIn', history.zoomIn, () => viewport.zoomBy(1.4)],
    ['fit', history.fit, () => viewport.toggleFit()],
  ];
  return (
    <div className={classes.tools}>
      {tools.map(([icon, label, act]) => (
        <Tooltip key={icon} label={label}>
          <ActionIcon variant="subtle" color="gray" size="sm" onClick={act} aria-label={label}>
            <Icon name={icon} />
          </ActionIcon>
        </Tooltip>
      ))}
    </div>
  );
}
