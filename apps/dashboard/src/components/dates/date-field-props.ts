import type { ReactNode } from 'react';

export type DateFieldProps = {
  /** Empty if no date is chosen. */
  value: string;
  onChange: (value: string) => void;
  label?: string;
  'aria-label'?: string;
  description?: string | undefined;
  placeholder?: string;
  error?: ReactNode;
  size?: 'xs' | 'sm';
  className?: string;
};
