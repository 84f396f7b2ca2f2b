import { useQuery } from '@tanstack/react-query';
import { artifactUrl, pictureUrl } from '../../api/pictures.ts';
import { read } from '../../api/read.ts';
import { texts } from '../../texts/texts.ts';
import { shortUrl } from '../text/format.ts';
import classes from './failure-image.module.css';

const { captures } = texts;
/** Width in CSS pixels, which determines the size of the loaded picture. */
const width = 960;

type FailureImageProps = { screenshotId: number; url: string };

/** The page at the time of the failure, with a link to the full image. */
export function FailureImage({ screenshotId, url }: FailureImageProps) {
  return (
    <figure className={classes.figure}>
      <a href={artifactUrl(screenshotId, 'failure-image')} target="_blank" rel="noreferrer noopener">
        <img
          src={pictureUrl(screenshotId, { width }, 'failure-image')}
          alt={captures.failureImageOf(shortUrl(url))}
        />
      </a>
      <figcaption>{captures.failureImage}</figcaption>
    </figure>
  );
}

/** Shows the failure image of a new capture, if there is one. */
export function NewFailureImage({ screenshotId, url }: FailureImageProps) {
  const { data } = useQuery(read('screenshots.get', screenshotId, { expand: 'failureImage' }));
  return data?.id === screenshotId && data.failureImageUrl ? (
    <FailureImage screenshotId={screenshotId} url={url} />
  ) : null;
}
