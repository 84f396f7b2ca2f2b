import { useEffect, useState } from 'react';
import { pictureUrl } from '../../api/pictures.ts';
import { stageWidth } from './stage.tsx';
import type { Captures } from './use-captures.ts';
import type { Cursor } from './use-cursor.ts';

export const speeds = [1, 2, 4, 8] as const;
/** How many images to preload. */
const ahead = 4;

export type Playback = {
  isPlaying: boolean;
  toggle(): void;
  speed: number;
  setSpeed(framesInASecond: number): void;
};

/** Plays the captures from the selected one to the newest one. */
export function usePlayback(cursor: Cursor, captures: Captures): Playback {
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<number>(4);
  const { index, moveTo } = cursor;
  const { total, at } = captures;
  useEffect(() => {
    if (!isPlaying || index === undefined) return;
    if (index >= total - 1) return setPlaying(false);
    for (let next = index + 1; next <= index + ahead; next += 1) {
      const capture = at(next);
      if (capture?.status === 'SUCCESS') new Image().src = pictureUrl(capture.id, { width: stageWidth });
    }
    const timer = setTimeout(() => moveTo(index + 1), 1_000 / speed);
    return () => clearTimeout(timer);
  }, [isPlaying, index, total, speed, at, moveTo]);
  function toggle(): void {
    if (!isPlaying && index !== undefined && index >= total - 1) moveTo(0);
    setPlaying(!isPlaying);
  }
  return { isPlaying, toggle, speed, setSpeed };
}
