import {
  type AlertItem,
  type AlertMessage,
  type AlertPicture,
  maxPictures,
  type PictureFile,
} from './alert-message.ts';

/** A picture and its file. */
export type LoadedPicture = { picture: AlertPicture; file: PictureFile };

/** The items whose pictures are sent: the first ones with a picture. */
export const itemsWithPictures = (items: AlertItem[]): AlertItem[] =>
  items.filter(({ picture }) => picture).slice(0, maxPictures);

/** The pictures of a message that are sent. */
export const picturesOf = ({ items }: Pick<AlertMessage, 'items'>): AlertPicture[] =>
  itemsWithPictures(items).map(({ picture }) => picture!);

/** Loads pictures for an upload. Those that no longer exist are omitted. */
export async function loadPictures(pictures: AlertPicture[]): Promise<LoadedPicture[]> {
  const loaded = await Promise.all(
    pictures.map(async (picture) => ({ picture, file: await picture.load() })),
  );
  return loaded.flatMap(({ picture, file }) => (file ? { picture, file } : []));
}

/** How the pictures of a delivered message arrived, if the message contains links to them. */
export const linkedPictures = (message: AlertMessage): 'LINKED' | 'NOT_SENT' =>
  picturesOf(message).length > 0 ? 'LINKED' : 'NOT_SENT';
