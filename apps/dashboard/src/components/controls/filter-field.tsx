import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { texts } from '../../texts/texts.ts';
import { tagOf } from '../text/tags.ts';
import { Icon, type IconName } from './icon.tsx';

const filterAfterMs = 300;

type FilterFieldProps = {
  className?: string | undefined;
  icon?: IconName;
  label: string;
  /** The text that the list is filtered by. */
  value: string | undefined;
  onChange: (text: string | undefined) => void;
};

/** A text by which a list is filtered. Applies shortly after the last keystroke. */
export function FilterField({ className, icon, label, value, onChange }: FilterFieldProps) {
  /** The text while the user types. Otherwise, the field shows the filter in the URL. */
  const [typed, setTyped] = useState<string | null>(null);
  const setText = useDebouncedCallback((text: string) => onChange(text.trim() || undefined), filterAfterMs);
  return (
    <TextInput
      {...(className && { className })}
      size="xs"
      leftSection={icon && <Icon name={icon} size={15} />}
      value={typed ?? value ?? ''}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        setText(event.currentTarget.value);
      }}
      onBlur={() => {
        setText.flush();
        setTyped(null);
      }}
      placeholder={label}
      aria-label={label}
    />
  );
}

/** A list filter by tag. */
export function TagFilter({ value, onChange }: Pick<FilterFieldProps, 'value' | 'onChange'>) {
  return (
    <FilterField
      label={texts.common.tag}
      value={value}
      onChange={(text) => onChange(tagOf(text ?? '') || undefined)}
    />
  );
}
