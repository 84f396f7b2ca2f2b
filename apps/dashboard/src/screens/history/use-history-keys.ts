import { useHotkeys } from '@mantine/hooks';
import { type CompareMode, compareModes } from './history-search.ts';

type HistoryActions = {
  step(by: number): void;
  goToItem(by: 1 | -1): void;
  jump(direction: 1 | -1): void;
  play(): void;
  compare(mode: CompareMode): void;
  toggleCompare(): void;
  fit(): void;
};

/** The keys of the screen. They do nothing while a text is entered. */
export function useHistoryKeys(act: HistoryActions): void {
  useHotkeys([
    ['ArrowLeft', () => act.step(-1)],
    ['ArrowRight', () => act.step(1)],
    ['shift+ArrowLeft', () => act.step(-10)],
    ['shift+ArrowRight', () => act.step(10)],
    ['ArrowUp', () => act.goToItem(-1)],
    ['ArrowDown', () => act.goToItem(1)],
    [',', () => act.jump(-1)],
    ['.', () => act.jump(1)],
    ['p', act.play],
    ['c', act.toggleCompare],
    ['d', () => act.compare('difference')],
    ['s', () => act.compare('split')],
    ['o', () => act.compare('onion')],
    ...compareModes.map((mode, index): [string, () => void] => [String(index + 1), () => act.compare(mode)]),
  ]);
  // Space presses the button that has the focus.
  useHotkeys([['Space', act.fit]], ['INPUT', 'TEXTAREA', 'SELECT', 'BUTTON', 'A']);
}
