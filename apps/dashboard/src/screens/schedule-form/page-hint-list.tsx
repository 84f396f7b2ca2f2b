import { Checkbox } from '@mantine/core';
import { shortUrl } from '../../components/text/format.ts';
import { texts } from '../../texts/texts.ts';
import type { Draft, SetDraft } from './draft.ts';
import type { PageHints } from './page-hints.ts';
import classes from './schedule-form.module.css';

const { form } = texts.schedules;

type PageHintListProps = { hints: PageHints; draft: Draft; set: SetDraft };

/** Warnings about the entered pages, with an option to restore removed ones. */
export function PageHintList({ hints: { present, restorable, sitemap }, draft, set }: PageHintListProps) {
  return (
    <>
      <div role="status" className={classes.hints}>
        {sitemap && <p>{form.pagesSitemap(shortUrl(sitemap.url))}</p>}
        {present[0] && <p>{form.pagesPresent(shortUrl(present[0].url), present.length - 1)}</p>}
      </div>
      {restorable[0] && (
        <Checkbox
          size="xs"
          label={form.pagesRestorable(shortUrl(restorable[0].page.url), restorable.length - 1)}
          checked={draft.restores}
          onChange={(event) => set('restores', event.currentTarget.checked)}
        />
      )}
    </>
  );
}
