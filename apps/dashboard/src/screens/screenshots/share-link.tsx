import { Button, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { showProblem } from '../../api/show-problem.ts';
import { Icon } from '../../components/icon.tsx';
import { texts } from '../../texts/texts.ts';
import classes from './screenshot-screen.module.css';

const { screenshot: words } = texts.captures;

/** Makes a public link to the picture. It is shown once, because only its hash is stored. */
export function ShareLink({ screenshotId }: { screenshotId: number }) {
  const [url, setUrl] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const clipboard = useClipboard({ timeout: 1_500 });

  async function create(): Promise<void> {
    setBusy(true);
    const { data, error } = await client.POST('/api/v1/screenshots/{screenshotId}/share', {
      params: { path: { screenshotId } },
      body: {},
    });
    setBusy(false);
    if (error) showProblem(error);
    else setUrl(data.url);
  }

  return (
    <section className={classes.share} aria-label={words.share}>
      <h2>{words.share}</h2>
      <p className={classes.hint}>{words.shareHint}</p>
      {url === null ? (
        <Button variant="default" loading={isBusy} onClick={() => void create()}>
          {words.shareCreate}
        </Button>
      ) : (
        <>
          <TextInput size="xs" readOnly value={url} aria-label={words.share} />
          <Button
            variant="default"
            leftSection={<Icon name={clipboard.copied ? 'check' : 'copy'} size={14} />}
            onClick={() => clipboard.copy(url)}
          >
            {clipboard.copied ? texts.common.copied : texts.common.copy}
          </Button>
        </>
      )}
    </section>
  );
}
