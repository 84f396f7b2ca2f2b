import { shortUrl, visibleUrl } from './format.ts';
import classes from './page-name.module.css';

/** The address of a page, below its title if it is known. */
export function PageName({ url, title = null }: { url: string; title?: string | null | undefined }) {
  return (
    <span className={classes.name} title={visibleUrl(url)}>
      {title && <bdi className={classes.line}>{title}</bdi>}
      <span className={`${classes.line} ${title ? classes.below : ''}`}>{shortUrl(url)}</span>
    </span>
  );
}
