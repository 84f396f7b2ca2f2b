import type { ReactNode } from 'react';
import { useMay } from '../../api/access.ts';
import { LinkButton } from '../../components/controls/link-button.tsx';
import { WriteButton } from '../../components/controls/write-button.tsx';

type NewLinkProps = { to: '/alerts/destinations/new' | '/alerts/rules/new'; children: ReactNode };

/** Opens the form for a new resource. */
export const NewLink = ({ to, children }: NewLinkProps) =>
  useMay('write') === false ? (
    <WriteButton>{children}</WriteButton>
  ) : (
    <LinkButton to={to}>{children}</LinkButton>
  );
