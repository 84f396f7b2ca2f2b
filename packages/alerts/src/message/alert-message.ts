/** A message before it is rendered for a kind of destination. All texts are plain text. */
export type AlertMessage = {
  /** Equal in all attempts, so that receivers can ignore repeated messages. */
  id: string;
  /** The name of the event, such as `content.changed`. */
  type: string;
  createdAt: Date;
  /** Whether the reported run or item failed, for services that know only that. */
  outcome: 'ok' | 'failed';
  /** One line. */
  title: string;
  text: string;
  /** Where to read more; null if there is no such page. */
  link: string | null;
  /** What the message is about, most important first: at most 20. */
  items: AlertItem[];
  /** The number of further items, which are not in `items`. */
  more: number;
  /** What the reader can do about the message as a whole. */
  remedies?: AlertRemedy[];
  /** Fields for programs about what the items have in common. They must be representable as JSON. */
  data?: Record<string, unknown>;
};

export type AlertItem = {
  /** One line. */
  title: string;
  text: string | null;
  link: string | null;
  /** The first five pictures of a message are sent. */
  picture: AlertPicture | null;
  /** What the reader can do about the item. */
  remedies?: AlertRemedy[];
  /** Fields for programs. They must be representable as JSON. */
  data: Record<string, unknown>;
};

/** A link to a page that offers a change and asks to confirm it. */
export type AlertRemedy = {
  /** For programs, such as `ignore-region`. */
  name: string;
  /** The label of the link: one line. */
  title: string;
  /** Needs no key. */
  url: string;
};

export type AlertPicture = {
  /** Describes the picture in one line. */
  caption: string;
  /** A URL of the picture that needs no key. */
  link: string;
  /** Loads the picture for an upload; null if it no longer exists. At most 5 MB. Does not throw. */
  load(): Promise<PictureFile | null>;
};

export type PictureFile = { name: string; contentType: 'image/png' | 'image/jpeg'; data: Buffer };

/** Maximum number of pictures in a message. */
export const maxPictures = 5;
