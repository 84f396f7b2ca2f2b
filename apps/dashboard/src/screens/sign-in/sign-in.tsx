import { Button, PasswordInput } from '@mantine/core';
import { ProblemError } from '@shotclock/client';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { problemOf } from '../../api/problem.ts';
import { enterSession, signIn, signOut } from '../../api/session.ts';
import { useDocumentTitle } from '../../components/layout/use-document-title.ts';
import { texts } from '../../texts/texts.ts';
import classes from './sign-in.module.css';

/** The form that exchanges an API key for a session. */
export function SignIn() {
  const queryClient = useQueryClient();
  const [key, setKey] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  useDocumentTitle(texts.signIn.submit);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setFault(null);
    try {
      const { scopes } = await signIn(key.trim());
      if (scopes.includes('read')) await enterSession(queryClient, scopes);
      else {
        setFault(texts.signIn.cannotRead);
        await signOut();
      }
    } catch (error) {
      setFault(faultOf(error));
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

function faultOf(error: unknown): string {
  if (error instanceof ProblemError) {
    if (error.code === 'unauthorized') return texts.signIn.wrong;
    if (error.code === 'rate_limited') return texts.signIn.tooMany(error.retryAfterSeconds ?? 1);
  }
  return problemOf(error)?.detail ?? texts.problems.unknown;
}
