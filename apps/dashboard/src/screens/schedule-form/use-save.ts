import type { FieldError } from '@shotclock/client';
import { type RefObject, useMemo, useState } from 'react';
import { problemOf } from '../../api/problem.ts';
import { useFocusOnFault } from '../../components/controls/use-focus-on-fault.ts';
import { texts } from '../../texts/texts.ts';
import type { Draft } from './draft.ts';
import { faultsOf, noFaults } from './form-faults.ts';
import type { PageHints } from './page-hints.ts';
import type { PageLine, ParsedPages } from './parse-pages.ts';
import { fault, PartlySaved, Refused, type Save } from './save-schedule.ts';

const { form } = texts.schedules;

/** Sends the requests that save the form. @returns the ID of the schedule */
export type OnSave = (save: Save) => Promise<number>;

type SaveState = {
  error: unknown;
  /** The request that the errors refer to. */
  pages: readonly PageLine[];
  type: Draft['type'];
};

/** Saves the form. Assigns errors to fields and lines, and focuses the first invalid field. */
export function useSave(element: RefObject<HTMLFormElement | null>, onSave: OnSave) {
  const [failure, setFailure] = useState<SaveState | null>(null);
  const [added, setAdded] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(false);

  const faults = useMemo(() => {
    if (!failure) return noFaults;
    const cause = failure.error instanceof PartlySaved ? failure.error.cause : failure.error;
    const errors = cause instanceof Refused ? cause.errors : (problemOf(cause)?.errors ?? []);
    return faultsOf(errors, failure.pages, failure.type);
  }, [failure]);

  useFocusOnFault(element, failure);

  /**
   * Saves the form, with restored pages after the others.
   * @returns the ID of the schedule; the pages left to add, if the save failed after some pages were added; null if nothing was
   * changed
   */
  async function save(
    before: Draft,
    draft: Draft,
    parsed: ParsedPages,
    restorable: PageHints['restorable'],
  ): Promise<number | PageLine[] | null> {
    const { invalid, isIndex } = parsed;
    const restored = restorable.map(({ page }) => page);
    const pages = [...parsed.pages.filter((page) => !restored.includes(page)), ...restored];
    const fail = (error: unknown, about: readonly PageLine[]) =>
      setFailure({ error, pages: about, type: draft.type });
    setFailure(null);
    if (isIndex) {
      fail(new Refused([fault('/items', form.pagesIndex)]), pages);
      return null;
    }
    if (invalid.length > 0) {
      const errors = invalid.map((_, index) => fault(`/items/${index}/url`, form.notAnAddress));
      fail(new Refused(errors), invalid);
      return null;
    }
    setBusy(true);
    try {
      return await onSave({
        before,
        draft,
        urls: pages.map(({ url }) => url),
        restored: restorable.map(({ itemId }) => itemId),
        onProgress: setAdded,
      });
    } catch (error) {
      const done = error instanceof PartlySaved ? error.added : 0;
      if (done === 0) {
        fail(error, pages);
        return null;
      }
      // The text now starts with the first page that was not added.
      const renumbered = pages.map(({ url }, index) => ({ url, line: index + 1 - done }));
      fail(error, renumbered);
      return renumbered.slice(done);
    } finally {
      setBusy(false);
      setAdded(null);
    }
  }
  const refuse = (errors: readonly FieldError[], type: Draft['type']) =>
    setFailure({ error: new Refused(errors), pages: [], type });
  return { save, refuse, faults, error: failure?.error ?? null, isBusy, added };
}
