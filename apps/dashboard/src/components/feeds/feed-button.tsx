import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useMay } from '../../api/access.ts';
import { texts } from '../../texts/texts.ts';
import { Icon } from '../controls/icon.tsx';
import type { FeedSubject } from './feed-subject.ts';

const FeedDialog = lazy(async () => ({ default: (await import('./feed-dialog.tsx')).FeedDialog }));

/** Opens the dialog for the feeds of a schedule or of the account, unless the key cannot create feeds. */
export function FeedButton({ subject }: { subject: FeedSubject }) {
  const [isOpen, setOpen] = useState<boolean>();
  if (useMay('write') === false) return null;
  return (
    <>
      <Button variant="default" leftSection={<Icon name="feed" size={14} />} onClick={() => setOpen(true)}>
        {texts.nav.feed}
      </Button>
      {isOpen !== undefined && (
        <Suspense>
          <FeedDialog isOpen={isOpen} subject={subject} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
