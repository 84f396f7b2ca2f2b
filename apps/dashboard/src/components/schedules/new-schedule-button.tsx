import { useMay } from '../../api/access.ts';
import { texts } from '../../texts/texts.ts';
import { LinkButton } from '../controls/link-button.tsx';
import { WriteButton } from '../controls/write-button.tsx';

/** Opens the form for a new schedule. */
export function NewScheduleButton() {
  const { create } = texts.schedules;
  return useMay('write') === false ? (
    <WriteButton>{create}</WriteButton>
  ) : (
    <LinkButton to="/schedules/new">{create}</LinkButton>
  );
}
