import { type Static, Type } from '@sinclair/typebox';
import { limits } from '../limits.ts';
import { DateTime } from '../schema.ts';

const Url = (description: string) => Type.String({ description });

const JsonFeedItem = Type.Object(
  {
    id: Type.String({ description: 'A URN that never changes.' }),
    url: Url('Page of the dashboard, or the page that changed after the deletion of the capture.'),
    external_url: Url('The page that changed.'),
    title: Type.String({ description: 'The size of the change, and the URL.' }),
    summary: Type.String({ description: 'What changed.' }),
    content_html: Type.String({ description: 'Summary, picture and link as HTML.' }),
    image: Type.Optional(Url('Picture of the change; absent after the deletion of the capture.')),
    attachments: Type.Optional(
      Type.Array(
        Type.Object(
          { url: Url('The picture.'), mime_type: Type.String({ description: 'image/jpeg' }) },
          { additionalProperties: false },
        ),
        { description: 'The picture, as an attachment.' },
      ),
    ),
    date_published: DateTime('When the check finished.'),
    date_modified: DateTime('Equal to date_published.'),
  },
  { title: 'JsonFeedItem', additionalProperties: false, description: 'A change in a JSON feed.' },
);
export type JsonFeedItem = Static<typeof JsonFeedItem>;

export const JsonFeed = Type.Object(
  {
    version: Type.String({ description: 'URL of the version of the format.' }),
    title: Type.String({ description: 'Name of the feed.' }),
    home_page_url: Url('Page of the dashboard.'),
    feed_url: Url('Address of the feed.'),
    authors: Type.Array(
      Type.Object({ name: Type.String({ description: 'Name.' }) }, { additionalProperties: false }),
      { description: 'Always Shotclock.' },
    ),
    language: Type.String({ description: 'Language of the texts.' }),
    items: Type.Array(JsonFeedItem, {
      description: `The newest changes, newest first, at most ${limits.feeds.entries}.`,
    }),
  },
  {
    title: 'JsonFeed',
    additionalProperties: false,
    description: 'A feed of changes according to JSON Feed 1.1.',
    examples: [
      {
        version: 'https://jsonfeed.org/version/1.1',
        title: 'Price changes',
        home_page_url: 'http://127.0.0.1:3000/schedules/1',
        feed_url: 'http://127.0.0.1:3000/api/v1/shared-feeds/…/feed.json',
        authors: [{ name: 'Shotclock' }],
        language: 'en',
        items: [],
      },
    ],
  },
);
export type JsonFeed = Static<typeof JsonFeed>;
