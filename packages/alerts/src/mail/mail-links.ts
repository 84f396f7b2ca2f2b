import type { AlertItem } from '../message/alert-message.ts';

const texts = { beforeUrl: 'Before', afterUrl: 'After', imageUrl: 'Whole page', diffUrl: 'Difference' };

/** The links to the images of an item. */
export const imageLinks = ({ data }: AlertItem): { text: string; href: string }[] =>
  Object.entries(texts).flatMap(([name, text]) => {
    const href = data[name];
    return typeof href === 'string' ? { text, href } : [];
  });
