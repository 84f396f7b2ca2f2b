import { Button, type ButtonProps } from '@mantine/core';
import type { ButtonHTMLAttributes } from 'react';
import { useMay } from '../api/access.ts';
import { texts } from '../texts/texts.ts';

type WriteButtonProps = ButtonProps & Omit<ButtonHTMLAttributes<HTMLButtonElement>, keyof ButtonProps>;

/** A button that changes something: disabled, with the reason, if the key of the session may only read. */
export function WriteButton({ disabled = false, ...props }: WriteButtonProps) {
  const isForbidden = useMay('write') === false;
  return (
    <Button
      {...props}
      disabled={disabled || isForbidden}
      {...(isForbidden && { title: texts.access.readOnly })}
    />
  );
}
