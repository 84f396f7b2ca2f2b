import { ActionIcon, Select, Tooltip } from '@mantine/core';
import { Icon, type IconName } from '../../components/controls/icon.tsx';
import { leaveFocus } from '../../components/controls/leave-focus.ts';
import { formatNumber } from '../../components/text/format.ts';
import { texts } from '../../texts/texts.ts';
import classes from './transport.module.css';
import { type Playback, speeds } from './use-playback.ts';

type TransportProps = {
  index: number | undefined;
  total: number;
  playback: Playback;
  onStep: (by: number) => void;
  onEnd: (which: 'oldest' | 'newest') => void;
  onChange: (direction: 1 | -1) => void;
};

/** The buttons for playback and for moving between captures. */
export function Transport({ index, total, playback, onStep, onEnd, onChange }: TransportProps) {
  const { history } = texts;
  const isFirst = index === undefined || index === 0;
  const isLast = index === undefined || index >= total - 1;
  return (
    <div className={classes.transport}>
      <div className={classes.group}>
        <Tool icon="first" label={history.oldest} isOff={isFirst} act={() => onEnd('oldest')} />
        <Tool icon="previousChange" label={history.previousChange} isOff={isFirst} act={() => onChange(-1)} />
        <Tool icon="left" label={history.previous} isOff={isFirst} act={() => onStep(-1)} />
        <Tool
          icon={playback.isPlaying ? 'pause' : 'play'}
          label={playback.isPlaying ? history.pause : history.play}
          isOff={total < 2}
          isMain
          act={playback.toggle}
        />
        <Tool icon="right" label={history.next} isOff={isLast} act={() => onStep(1)} />
        <Tool icon="nextChange" label={history.nextChange} isOff={isLast} act={() => onChange(1)} />
        <Tool icon="last" label={history.newest} isOff={isLast} act={() => onEnd('newest')} />
      </div>
      <Select
        className={classes.speed!}
        size="xs"
        aria-label={history.speed}
        value={String(playback.speed)}
        onChange={(value) => playback.setSpeed(Number(value))}
        onOptionSubmit={leaveFocus}
        data={speeds.map((speed) => ({ value: String(speed), label: history.frames(speed) }))}
      />
      <span className={classes.count}>
        {index === undefined ? '–' : formatNumber(index + 1)} / {formatNumber(total)}
      </span>
    </div>
  );
}

type ToolProps = { icon: IconName; label: string; isOff: boolean; isMain?: boolean; act: () => void };

function Tool({ icon, label, isOff, isMain = false, act }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant={isMain ? 'filled' : 'subtle'}
        color={isMain ? 'accent' : 'gray'}
        size={isMain ? 'lg' : 'md'}
        radius="xl"
        onClick={act}
        disabled={isOff}
        aria-label={label}
      >
        <Icon name={icon} />
      </ActionIcon>
    </Tooltip>
  );
}
