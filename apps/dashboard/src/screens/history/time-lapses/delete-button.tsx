import { useState } from 'react';
import { WriteButton } from '../../../components/controls/write-button.tsx';
import { texts } from '../../../texts/texts.ts';

type DeleteButtonProps = {
  /** Whether there is no result to lose, so that the deletion does not need confirmation. */
  isHarmless: boolean;
  label: string;
  isBusy: boolean;
  size?: 'compact-sm';
  onDelete: () => void;
};

/** A second click confirms, because the button is already in a dialog. */
export function DeleteButton({ isHarmless, label, isBusy, size, onDelete }: DeleteButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <WriteButton
      variant={isAsking ? 'filled' : 'default'}
      {...(isAsking && { color: 'red' })}
      {...(size && { size })}
      loading={isBusy}
      onClick={() => (isHarmless || isAsking ? onDelete() : setAsking(true))}
      onBlur={() => setAsking(false)}
    >
      {isAsking ? texts.history.timeLapse.deleteAsk : label}
    </WriteButton>
  );
}
