import { Button, PasswordInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { problemOf } from '../../api/problem.ts';
import { isSignedOut, signIn } from '../../api/session.ts';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { texts } from '../../texts/texts.ts';
import classes from './sign-in.module.css';

/** Where the API asks for keys: exchanges one for a session. */
export function SignIn() {
  const queryClient = useQueryClient();
  const [key, setKey] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  useDocumentTitle(texts.signIn.submit);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    try {
      await signIn(key.trim());
      queryClient.clear();
      isSignedOut.set(false);
    } catch (error) {
      const problem = problemOf(error);
      setFault(
        problem?.code === 'unauthorized' ? texts.signIn.wrong : (problem?.detail ?? texts.problems.unknown),
      );
    } finally {
      setBusy(false);
    }
  }

  return (
    <main className={classes.screen}>
      <form className={classes.card} onSubmit={(event) => void submit(event)}>
        <h1>{texts.signIn.title}</h1>
        <p className={classes.hint}>{texts.signIn.hint}</p>
        <PasswordInput
          label={texts.signIn.key}
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
          error={fault}
          autoComplete="off"
          placeholder="sc_…"
          required
          data-autofocus
        />
        <Button type="submit" size="sm" fullWidth loading={isBusy} mt="md">
          {texts.signIn.submit}
        </Button>
        <p className={classes.create}>
          {texts.signIn.create}{' '}
          <code>npx pnpm@12 shotclock key create --name admin --scopes read,write,admin</code>
        </p>
      </form>
    </main>
  );
}
