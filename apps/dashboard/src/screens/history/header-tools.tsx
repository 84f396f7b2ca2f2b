import { ActionIcon, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useTellMe } from '../../components/alerts/use-tell-me.tsx';
import { Icon } from '../../components/controls/icon.tsx';
import { texts } from '../../texts/texts.ts';
import classes from './history-screen.module.css';

type ItemStepsProps = { index: number; count: number; onStep: (by: 1 | -1) => void };

/** Moves between the pages in a schedule. */
export function ItemSteps({ index, count, onStep }: ItemStepsProps) {
  const { item } = texts.history.keys;
  return (
    <div className={classes.items}>
      <ActionIcon
        variant="default"
        size="sm"
        disabled={index <= 0}
        onClick={() => onStep(-1)}
        aria-label={texts.history.previousPage}
        title={item}
      >
        <Icon name="up" />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size="sm"
        disabled={index >= count - 1}
        onClick={() => onStep(1)}
        aria-label={texts.history.nextPage}
        title={item}
      >
        <Icon name="down" />
      </ActionIcon>
      <span className={classes.faint}>
        {index + 1} / {count}
      </span>
    </div>
  );
}

type SettingsLinkProps = { scheduleId: number; itemId: number };

/** Opens the settings of the page. */
export function SettingsLink({ scheduleId, itemId }: SettingsLinkProps) {
  const { open } = texts.schedules.pageSettings;
  return (
    <Tooltip label={open}>
      <ActionIcon
        variant="default"
        size="md"
        aria-label={open}
        renderRoot={(props) => (
          <Link
            {...props}
            to="/schedules/$scheduleId/settings"
            params={{ scheduleId: String(scheduleId) }}
            search={{ items: [itemId] }}
          />
        )}
      >
        <Icon name="settings" />
      </ActionIcon>
    </Tooltip>
  );
}

/** Offers to create a rule about the page. */
export function TellMeButton({ itemId, name }: { itemId: number; name: string }) {
  const tellMe = useTellMe({ name, itemId });
  if (!tellMe) return null;
  return (
    <>
      <Tooltip label={tellMe.label}>
        <ActionIcon variant="default" size="md" aria-label={tellMe.label} onClick={tellMe.open}>
          <Icon name="bell" />
        </ActionIcon>
      </Tooltip>
      {tellMe.dialog}
    </>
  );
}

/** Copies a link to the current view. */
export function ShareButton() {
  const clipboard = useClipboard({ timeout: 1_500 });
  const label = clipboard.copied ? texts.common.copied : texts.history.share;
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="default"
        size="md"
        aria-label={label}
        onClick={() => clipboard.copy(globalThis.location.href)}
      >
        <Icon name={clipboard.copied ? 'check' : 'link'} />
      </ActionIcon>
    </Tooltip>
  );
}
