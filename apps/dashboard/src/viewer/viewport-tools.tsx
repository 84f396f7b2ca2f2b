import { ActionIcon, Tooltip } from '@mantine/core';
import { Icon, type IconName } from '../components/controls/icon.tsx';
import { texts } from '../texts/texts.ts';
import type { Viewport } from './use-viewport.ts';
import classes from './viewer.module.css';

type ViewportToolsProps = {
  viewport: Viewport;
  /** Shows what changed; null if this is unknown. */
  onGoToChange?: (() => void) | null;
};

/** Buttons for the actions of the wheel and the keys. */
export function ViewportTools({ viewport, onGoToChange = null }: ViewportToolsProps) {
  const { history } = texts;
  const tools: [icon: IconName, label: string, act: () => void][] = [
    ['zoomOut', history.zoomOut, () => viewport.zoomBy(1 / 1.4)],
    ['zoomIn', history.zoomIn, () => viewport.zoomBy(1.4)],
    ['fit', history.fit, () => viewport.toggleFit()],
  ];
  if (onGoToChange) tools.unshift(['locate', history.goToChange, onGoToChange]);
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
