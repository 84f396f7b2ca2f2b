import type { AlertItem, AlertRemedy } from '../message/alert-message.ts';

export type Link = { text: string; href: string };

const texts = { beforeUrl: 'Before', afterUrl: 'After', imageUrl: 'Whole page', diffUrl: 'Difference' };

/** The links to the images of an item. */
export const imageLinks = ({ data }: AlertItem): Link[] =>
  Object.entries(texts).flatMap(([name, text]) => {
    const href = data[name];
    return typeof href === 'string' ? { text, href } : [];
  });

export const remedyLinks = (remedies: AlertRemedy[] = []): Link[] =>
  remedies.map(({ title, url }) => ({ text: title, href: url }));
