import { Button, type ButtonProps } from '@mantine/core';
import { type ButtonHTMLAttributes, useLayoutEffect, useRef } from 'react';
import { useMay } from '../../api/access.ts';
import { texts } from '../../texts/texts.ts';

type WriteButtonProps = ButtonProps & Omit<ButtonHTMLAttributes<HTMLButtonElement>, keyof ButtonProps>;

/** A button for an action that needs the scope `write`. It is disabled, with the reason, if the session's key lacks the scope. */
export function WriteButton({ disabled = false, ...props }: WriteButtonProps) {
  const isForbidden = useMay('write') === false;
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  // A loading button is disabled and loses the focus.
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
