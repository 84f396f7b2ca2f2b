import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { texts } from '../../texts/texts.ts';
import { tagOf } from '../text/tags.ts';

const filterAfterMs = 300;

type TagFieldProps = {
  className?: string | undefined;
  /** The tag that the list is filtered by. */
  value: string | undefined;
  onChange: (tag: string | undefined) => void;
};

/** A list filter by tag. Applies shortly after the last keystroke. */
export function TagField({ className, value, onChange }: TagFieldProps) {
  /** The text while the user types. Otherwise, the field shows the filter in the URL. */
  const [typed, setTyped] = useState<string | null>(null);
  const setTag = useDebouncedCallback((tag: string) => onChange(tag || undefined), filterAfterMs);
  return (
    <TextInput
      {...(className && { className })}
      size="xs"
      value={typed ?? value ?? ''}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        setTag(tagOf(event.currentTarget.value));
      }}
      onBlur={() => {
        setTag.flush();
        setTyped(null);
      }}
      placeholder={texts.common.tag}
      aria-label={texts.common.tag}
    />
  );
}
