import type { RenderedMessage } from '@shotclock/client';
import { alertTexts } from '../../texts/alert-texts.ts';
import classes from './message-preview.module.css';

const { message: words } = alertTexts;

/** Maximum number of pictures in a message. */
const maxPictures = 5;

/**
 * A message with its texts and pictures, as receivers see it.
 * @param props.isLarge whether its pictures are larger than in a form; default false
 */
export function MessagePreview({
  message,
  isLarge = false,
}: {
  message: RenderedMessage;
  isLarge?: boolean;
}) {
  const { title, text, link, items, more } = message;
  const withPicture = items.filter(({ pictureUrl }) => pictureUrl !== null).slice(0, maxPictures);
  return (
    <article className={classes.message}>
      <h3 className={classes.title}>{title}</h3>
      <p className={classes.text}>{text}</p>
      <ul className={classes.items}>
        {items.map((item, index) => (
          <li key={index} className={classes.item}>
            <p className={classes.page}>
              {item.link === null ? item.title : <a href={pathOf(item.link)}>{item.title}</a>}
            </p>
            {item.text !== null && item.text !== text && <p className={classes.text}>{item.text}</p>}
            {item.pictureUrl !== null && withPicture.includes(item) && (
              <Pictures item={item} isLarge={isLarge} />
            )}
          </li>
        ))}
      </ul>
      {more > 0 && <p className={classes.text}>{words.more(more)}</p>}
      {link !== null && (
        <p>
          <a className={classes.link} href={pathOf(link)}>
            {words.open}
          </a>
        </p>
      )}
    </article>
  );
}

type Item = RenderedMessage['items'][number];

/** The picture of an item and, if it shows the area that changed, the same area before. */
function Pictures({ item, isLarge }: { item: Item; isLarge: boolean }) {
  const { title, pictureUrl, previousPictureUrl } = item;
  const pictures =
    previousPictureUrl === null
      ? [{ url: pictureUrl!, label: null }]
      : [
          { url: previousPictureUrl, label: words.before },
          { url: pictureUrl!, label: words.after },
        ];
  return (
    <div className={classes.pictures}>
      {pictures.map(({ url, label }) => (
        <figure key={url}>
          <img
            className={classes.picture}
            data-large={isLarge}
            data-whole={label === null}
            src={pathOf(url)}
            alt={label === null ? title : `${label}: ${title}`}
            loading="lazy"
          />
          {label !== null && <figcaption className={classes.text}>{label}</figcaption>}
        </figure>
      ))}
    </div>
  );
}

/** Links contain the public address of the server, but the dashboard may be open at another one. */
function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return `${pathname}${search}`;
}
