import { type FormEvent, type RefObject, useMemo, useState } from 'react';
import { fieldMessages } from '../../api/problem.ts';
import { useFocusOnFault } from '../controls/use-focus-on-fault.ts';

/** Saves a form. After a failure, focuses the first invalid field. */
export function useSave(element: RefObject<HTMLFormElement | null>, save: () => Promise<void>) {
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const messages = useMemo(() => fieldMessages(error), [error]);
  useFocusOnFault(element, error);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await save();
    } catch (problem) {
      setError(problem);
    } finally {
      setBusy(false);
    }
  }
  return { submit, error, messages, isBusy };
}
