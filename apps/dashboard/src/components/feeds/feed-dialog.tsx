import { Button, Modal, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { client } from '../../api/client.ts';
import { read } from '../../api/read.ts';
import { showProblem } from '../../api/show-problem.ts';
import { alertTexts } from '../../texts/alert-texts.ts';
import { texts } from '../../texts/texts.ts';
import { Icon } from '../controls/icon.tsx';
import { WriteButton } from '../controls/write-button.tsx';
import { ProblemNotice } from '../layout/problem-notice.tsx';
import { SkeletonRows } from '../layout/skeleton-rows.tsx';
import { Time } from '../text/time.tsx';
import classes from './feed-dialog.module.css';
import type { FeedSubject } from './feed-subject.ts';

const { feeds: words } = alertTexts;
/** The API's maximum number of feeds of an account. */
const maxFeeds = 100;
const maxNameLength = 255;

type FeedDialogProps = { isOpen: boolean; subject: FeedSubject; onClose: () => void };

/** Creates and revokes addresses of feeds. An address is shown only once, because the API stores only its hash. */
export function FeedDialog({ isOpen, subject, onClose }: FeedDialogProps) {
  // Opens the dialog only after mounting, because a dialog that is initially open cannot restore focus.
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  const [name, setName] = useState<string>();
  const feeds = useQuery({ ...read('feeds.list', { size: maxFeeds }), enabled: isOpen });
  const settled = { onError: showProblem, onSettled: () => feeds.refetch() };
  const creation = useMutation({
    mutationFn: () =>
      client.feeds.create({
        name: (name ?? subject.name).trim().slice(0, maxNameLength),
        ...(subject.scheduleId !== null && { scheduleId: subject.scheduleId }),
      }),
    ...settled,
  });
  const revocation = useMutation({
    mutationFn: (id: number) => client.feeds.delete(id),
    ...settled,
    onSuccess: (_, id) => {
      if (creation.data?.id === id) creation.reset();
    },
  });
  // The dialog for all changes also lists the feeds of schedules, some of which may be deleted.
  const listed = feeds.data?.content.filter(
    ({ scheduleId }) => subject.scheduleId === null || scheduleId === subject.scheduleId,
  );

  function close(): void {
    setName(undefined);
    creation.reset();
    onClose();
  }
  return (
    <Modal
      opened={isOpen && isMounted}
      onClose={close}
      title={words.title}
      closeButtonProps={{ 'aria-label': texts.common.close }}
    >
      <div className={classes.dialog}>
        <p className={classes.hint}>
          {subject.scheduleId === null ? words.hintOfAll : words.hintOfSchedule} {words.hint}
        </p>
        <div className={classes.address}>
          <TextInput
            label={words.name}
            value={name ?? subject.name}
            onChange={(event) => setName(event.currentTarget.value)}
            maxLength={maxNameLength}
          />
          <WriteButton loading={creation.isPending} onClick={() => creation.mutate()}>
            {words.create}
          </WriteButton>
        </div>
        {creation.data && (
          <div className={classes.created} role="status">
            <p className={classes.hint}>{words.once}</p>
            <Address label={words.atom} url={creation.data.atomUrl} />
            <Address label={words.json} url={creation.data.jsonUrl} />
          </div>
        )}
        {feeds.error && !listed ? (
          <ProblemNotice error={feeds.error} onRetry={() => void feeds.refetch()} />
        ) : !listed ? (
          <SkeletonRows count={1} height={28} />
        ) : (
          listed.length > 0 && (
            <ul className={classes.feeds} aria-label={words.existing}>
              {listed.map((feed) => (
                <li key={feed.id}>
                  <span className={classes.name}>
                    {feed.name}{' '}
                    <span className={classes.hint}>
                      <Time at={feed.createdAt} />
                    </span>
                  </span>
                  <WriteButton
                    variant="subtle"
                    color="red"
                    size="compact-xs"
                    aria-label={words.revokeFeed(feed.name)}
                    loading={revocation.isPending && revocation.variables === feed.id}
                    onClick={() => revocation.mutate(feed.id)}
                  >
                    {words.revoke}
                  </WriteButton>
                </li>
              ))}
            </ul>
          )
        )}
      </div>
    </Modal>
  );
}

function Address({ label, url }: { label: string; url: string | null }) {
  const clipboard = useClipboard({ timeout: 1_500 });
  if (url === null) return null;
  return (
    <div className={classes.address}>
      <TextInput label={label} readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
      <Button
        variant="default"
        leftSection={<Icon name={clipboard.copied ? 'check' : 'copy'} size={14} />}
        onClick={() => clipboard.copy(url)}
        aria-label={words.copy(label)}
      >
        {clipboard.copied ? texts.common.copied : texts.common.copy}
      </Button>
    </div>
  );
}
