import { Button, Select, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { read } from '../../api/read.ts';
import { showProblem } from '../../api/show-problem.ts';
import { Icon } from '../../components/controls/icon.tsx';
import { optionsOf } from '../../components/controls/options-of.ts';
import { WriteButton } from '../../components/controls/write-button.tsx';
import { Time } from '../../components/text/time.tsx';
import { texts } from '../../texts/texts.ts';
import classes from './screenshot-screen.module.css';

const { screenshot: words } = texts.captures;
const dayMs = 86_400_000;
const lengths = { day: dayMs, week: 7 * dayMs, month: 30 * dayMs, ever: null };
type Length = keyof typeof lengths;

/** The public links to the image. Each link's URL is shown only once, because the API stores only its hash. */
export function ShareLink({ screenshotId }: { screenshotId: number }) {
  const [length, setLength] = useState<Length>('week');
  const clipboard = useClipboard({ timeout: 1_500 });
  const shares = useQuery({
    ...read('shares.list', screenshotId, { size: 100 }),
    placeholderData: undefined,
  });
  const settled = { onError: showProblem, onSettled: () => shares.refetch() };
  const creation = useMutation({
    mutationFn: () => {
      const ms = lengths[length];
      return client.shares.create(screenshotId, {
        expiresAt: ms === null ? null : new Date(Date.now() + ms).toISOString(),
      });
    },
    ...settled,
  });
  const revocation = useMutation({
    mutationFn: (shareId: number) => client.shares.revoke(screenshotId, shareId),
    ...settled,
    onSuccess: () => creation.reset(),
  });
  const url = creation.data?.url;

  return (
    <section className={classes.share} aria-label={words.share}>
      <h2>{words.share}</h2>
      <p className={classes.hint}>{words.shareHint}</p>
      <div className={classes.shareNew}>
        <Select
          size="xs"
          aria-label={words.shareLength}
          value={length}
          onChange={(value) => value && setLength(value)}
          data={optionsOf(words.shareLengths)}
        />
        <WriteButton variant="default" loading={creation.isPending} onClick={() => creation.mutate()}>
          {words.shareCreate}
        </WriteButton>
      </div>
      {url && (
        <div className={classes.shareNew} role="status">
          <TextInput size="xs" readOnly value={url} aria-label={words.shareNew} />
          <Button
            variant="default"
            leftSection={<Icon name={clipboard.copied ? 'check' : 'copy'} size={14} />}
            onClick={() => clipboard.copy(url)}
          >
            {clipboard.copied ? texts.common.copied : texts.common.copy}
          </Button>
        </div>
      )}
      {shares.data && shares.data.content.length > 0 && (
        <ul className={classes.shares} aria-label={words.shares}>
          {shares.data.content.map(({ id, createdAt, expiresAt }) => (
            <li key={id}>
              <span>
                {words.shareCreated} <Time at={createdAt} />
                {' · '}
                {expiresAt ? (
                  <>
                    {words.shareEnds} <Time at={expiresAt} />
                  </>
                ) : (
                  words.shareNoEnd
                )}
              </span>
              <WriteButton
                variant="subtle"
                color="red"
                size="compact-xs"
                loading={revocation.isPending && revocation.variables === id}
                onClick={() => revocation.mutate(id)}
              >
                {words.shareRevoke}
              </WriteButton>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
