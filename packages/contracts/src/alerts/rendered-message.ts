import { type Static, Type } from '@sinclair/typebox';
import { limits } from '../limits.ts';
import { Nullable } from '../schema.ts';

const Link = (description: string) =>
  Nullable(Type.String({ description, examples: ['https://shotclock.example.com/screenshots/1'] }));

/** A message as destinations receive it, before it is rendered for a kind. */
export const RenderedMessage = Type.Object(
  {
    title: Type.String({ description: 'One line.', examples: ['Changed: https://example.com/'] }),
    text: Type.String({ description: 'Plain text.', examples: ['The page changed: 1.25% differs.'] }),
    link: Link('Where to read more; null if there is no such page.'),
    items: Type.Array(
      Type.Object(
        {
          title: Type.String({ description: 'One line, usually the URL of a page.' }),
          text: Nullable(Type.String({ description: 'What happened to the page.' })),
          link: Link('The page of the dashboard about the item.'),
          pictureUrl: Link(
            'URL of the picture, which works without a key for 7 to 8 days; null without one.',
          ),
          previousPictureUrl: Link(
            'URL of the same area before the change, if the picture shows the area that changed; otherwise null.',
          ),
        },
        { additionalProperties: false, description: 'What the message is about.' },
      ),
      {
        maxItems: limits.alerts.namedItems,
        description: `At most ${limits.alerts.namedItems}, most important first.`,
      },
    ),
    more: Type.Integer({ minimum: 0, description: 'Number of further items.' }),
  },
  {
    title: 'RenderedMessage',
    additionalProperties: false,
    description: 'The message with its texts, links and pictures.',
    examples: [
      {
        title: 'Changed: https://example.com/',
        text: 'The page changed: 1.25% differs.',
        link: 'https://shotclock.example.com/screenshots/1',
        items: [
          {
            title: 'https://example.com/',
            text: 'The page changed: 1.25% differs.',
            link: 'https://shotclock.example.com/screenshots/1',
            pictureUrl: null,
            previousPictureUrl: null,
          },
        ],
        more: 0,
      },
    ],
  },
);
export type RenderedMessage = Static<typeof RenderedMessage>;
