import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { texts } from '../../texts/texts.ts';
import { Icon, type IconName } from './icon.tsx';

const filterAfterMs = 300;

type FilterFieldProps = {
  className?: string | undefined;
  icon?: IconName;
  label: string;
  /** The current filter. */
  value: string | undefined;
  onChange: (text: string | undefined) => void;
};

/** A text filter of a list. It is applied shortly after the last keystroke. */
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
export const TagFilter = (props: Pick<FilterFieldProps, 'value' | 'onChange'>) => (
  <FilterField label={texts.common.tag} {...props} />
);
