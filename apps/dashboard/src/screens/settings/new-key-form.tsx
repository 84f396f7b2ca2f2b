import { Button, Checkbox, TextInput } from '@mantine/core';
import type { CreatedApiKey, KeyScope } from '@shotclock/client';
import { type FormEvent, useState } from 'react';
import { client } from '../../api/client.ts';
import { fieldMessages } from '../../api/problem.ts';
import { TimeField } from '../../components/dates/date-fields.tsx';
import { ProblemNotice } from '../../components/layout/problem-notice.tsx';
import { texts } from '../../texts/texts.ts';
import classes from './settings.module.css';

const { settings } = texts;
const scopes: KeyScope[] = ['read', 'write', 'admin'];

export function NewKeyForm({ onCreated }: { onCreated: (key: CreatedApiKey) => void }) {
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<KeyScope[]>(['read']);
  const [expiresAt, setExpiresAt] = useState('');
  const [problem, setProblem] = useState<unknown>(null);
  const messages = fieldMessages(problem);

  async function create(event: FormEvent): Promise<void> {
    event.preventDefault();
    try {
      const key = await client.apiKeys.create({
        name,
        scopes: chosen,
        ...(expiresAt !== '' && { expiresAt: new Date(expiresAt).toISOString() }),
      });
      onCreated(key);
    } catch (error) {
      setProblem(error);
    }
  }

  return (
    <form className={classes.form} onSubmit={(event) => void create(event)} noValidate>
      {problem !== null && messages.size === 0 && <ProblemNotice error={problem} />}
      <TextInput
        label={settings.name}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={messages.get('/name')}
        required
        data-autofocus
      />
      <Checkbox.Group
        label={settings.scopes}
        value={chosen}
        onChange={(values) => setChosen(values as KeyScope[])}
        error={messages.get('/scopes')}
      >
        <div className={classes.form} style={{ marginTop: 6, gap: 8 }}>
          {scopes.map((scope) => (
            <Checkbox key={scope} size="xs" value={scope} label={settings.scopeNames[scope]} />
          ))}
        </div>
      </Checkbox.Group>
      <TimeField
        label={settings.expires}
        placeholder={texts.common.never}
        value={expiresAt}
        onChange={setExpiresAt}
        error={messages.get('/expiresAt')}
      />
      <div className={classes.actions}>
        <Button type="submit">{settings.create}</Button>
      </div>
    </form>
  );
}
