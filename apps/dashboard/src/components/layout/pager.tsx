import { ActionIcon, Group } from '@mantine/core';
import { useEffect } from 'react';
import { texts } from '../../texts/texts.ts';
import { Icon } from '../controls/icon.tsx';

const { common } = texts;

type PagerProps = {
  /** Starts at 0. */
  page: number;
  totalPages: number;
  onPage: (page: number) => void;
  /** Labels for the position and the buttons, where "page" means something else. */
  words?: { shown: string; previous: string; next: string };
};

/** Moves between the pages of a list. */
export function Pager({ page, totalPages, onPage, words = wordsOf(page, totalPages) }: PagerProps) {
  const last = Math.max(0, totalPages - 1);
  // The URL can contain the number of a page that no longer exists.
  useEffect(() => {
    if (page > last) onPage(last);
  }, [page, last]);
  return (
    <Group gap={6} wrap="nowrap">
      <ActionIcon
        variant="default"
        disabled={page === 0}
        onClick={() => onPage(page - 1)}
        aria-label={words.previous}
      >
        <Icon name="left" />
      </ActionIcon>
      <span aria-live="polite">{words.shown}</span>
      <ActionIcon
        variant="default"
        disabled={page + 1 >= totalPages}
        onClick={() => onPage(page + 1)}
        aria-label={words.next}
      >
        <Icon name="right" />
      </ActionIcon>
    </Group>
  );
}

const wordsOf = (page: number, totalPages: number) => ({
  shown: common.page(page + 1, Math.max(1, totalPages)),
  previous: common.previousPage,
  next: common.nextPage,
});
