import { useHotkeys } from '@mantine/hooks';
import { outsideDialogs } from '../../components/controls/outside-dialogs.ts';
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

const inputs = ['INPUT', 'TEXTAREA', 'SELECT'];

/** The screen's shortcuts. They are inactive in text fields. */
export function useHistoryKeys(act: HistoryActions): void {
  const keys: [string, () => void][] = [
    ['ArrowLeft', () => act.step(-1)],
    ['ArrowRight', () => act.step(1)],
    ['shift+ArrowLeft', () => act.step(-10)],
    ['shift+ArrowRight', () => act.step(10)],
    [',', () => act.jump(-1)],
    ['.', () => act.jump(1)],
    ['p', act.play],
    ['c', act.toggleCompare],
    ['d', () => act.compare('difference')],
    ['s', () => act.compare('split')],
    ['o', () => act.compare('onion')],
    ...compareModes.map((mode, index): [string, () => void] => [String(index + 1), () => act.compare(mode)]),
  ];
  useHotkeys(keys.map(outsideDialogs), inputs);
  const vertical: [string, () => void][] = [
    ['ArrowUp', () => act.goToItem(-1)],
    ['ArrowDown', () => act.goToItem(1)],
  ];
  // While a text section has focus, these keys scroll it.
  useHotkeys(vertical.map(outsideDialogs), [...inputs, 'SECTION']);
  // While a button has focus, Space activates it.
  useHotkeys([outsideDialogs(['Space', act.fit])], [...inputs, 'BUTTON', 'A']);
}
