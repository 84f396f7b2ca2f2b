import { useState } from 'react';
import { WriteButton } from '../../../components/write-button.tsx';
import { texts } from '../../../texts/texts.ts';

type DeleteButtonProps = {
  /** Whether nothing is lost, so that no second click is needed. */
  isHarmless: boolean;
  label: string;
  isBusy: boolean;
  size?: 'compact-sm';
  onDelete: () => void;
};

/** Deletes with a second click, because a dialog over a dialog would be one too many. */
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
