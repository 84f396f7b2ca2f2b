import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { type FieldFaults, faultAt } from '../../components/capture-fields/field-faults.ts';
import { tagsOf } from '../../components/text/tags.ts';
import { fieldTexts } from '../../texts/field-texts.ts';
import { texts } from '../../texts/texts.ts';

const { form } = texts.schedules;

type PageTagsProps = {
  /** The tags of all edited pages; null if they differ. */
  initial: readonly string[] | null;
  faults: FieldFaults;
  /** Receives null for different tags that stay unchanged. */
  onChange: (tags: readonly string[] | null) => void;
};

/** The tags of pages. If the pages have different tags, an entry replaces them. */
export function PageTags({ initial, faults, onChange }: PageTagsProps) {
  const [text, setText] = useState(initial?.join(', ') ?? '');
  return (
    <TextInput
      label={form.tags}
      description={form.tagsHint}
      placeholder={initial === null ? fieldTexts.mixed : undefined}
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        onChange(initial === null && value === '' ? null : tagsOf(value));
      }}
      error={faultAt(faults, 'tags')?.message}
    />
  );
}
