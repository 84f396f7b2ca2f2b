import { Button, type ButtonProps } from '@mantine/core';
import { type ButtonHTMLAttributes, useLayoutEffect, useRef } from 'react';
import { useMay } from '../../api/access.ts';
import { texts } from '../../texts/texts.ts';

type WriteButtonProps = ButtonProps & Omit<ButtonHTMLAttributes<HTMLButtonElement>, keyof ButtonProps>;

/** A button for an action that requires the `write` scope. If the session's key lacks the scope, the button is disabled and states the reason. */
export function WriteButton({ disabled = false, ...props }: WriteButtonProps) {
  const isForbidden = useMay('write') === false;
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  // A button is disabled while it is loading, and therefore loses focus.
  useLayoutEffect(() => {
    if (props.loading) hadFocus.current = document.activeElement === button.current;
    else if (hadFocus.current && document.activeElement === document.body) button.current?.focus();
  }, [props.loading]);
  return (
    <Button
      {...props}
      ref={button}
      disabled={disabled || isForbidden}
      {...(isForbidden && { title: texts.access.readOnly })}
    />
  );
}
